import { expect, it, onTestFinished } from 'vitest'
import { createActor } from 'xstate'
import { draftReplyMachine } from '../../src/machines/visitors/draft-reply.machine.ts'
import type { InboxView } from '../../src/machines/visitors/inbox/inbox.types.ts'
import { draftOf } from '../../src/machines/visitors/inbox/inbox.types.ts'
import { createStorage } from '../../src/services/browser/storage.ts'
import { createUnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideInbox } from '../../src/services/visitors/handover.provide.ts'
import { detail } from '../machines/inbox.model.ts'

const settle = () => new Promise((resolve) => setImmediate(resolve))

const PLACE = 'inbox o1'

const reply = (content: string) => ({ kind: 'reply', content })

/** What is kept while a text is sent: it may have arrived. */
const kept = (content: string, key?: string) => ({
  ...reply(content),
  lost: { ...reply('Dear Grace,'), seen: 'e1', key },
})

const at = (conversationId: string): InboxView => ({
  status: 'open',
  assignee: 'anyone',
  requester: 'anyone',
  conversationId,
})

/** One tab, in which the inbox can be opened again and again. */
function tab() {
  const storage = createStorage(() => {
    throw new Error('blocked')
  })
  const unsent = createUnsentQuestions(storage, () => 'ada')
  const sent: { arrive: () => void; fail: () => void; key: string; content: string }[] = []
  const call = (
    { address }: { address: string },
    { id }: { id?: string },
    options: { idempotencyKey: string; body: { content: string } },
  ) => {
    if (address.startsWith('GET ') && id) return Promise.resolve(detail(id))
    if (address.startsWith('GET '))
      return Promise.resolve({ items: [], has_more: false, counts: { open: 0, waiting: 0, resolved: 0 } })
    if (address.endsWith('/presence')) return Promise.resolve({})
    const { idempotencyKey: key, body } = options
    return new Promise((resolve, reject) =>
      sent.push({
        arrive: () => resolve({}),
        fail: () => reject(new Error('offline')),
        key,
        content: body.content,
      }),
    )
  }
  const load = () =>
    provideInbox({ http: { call } as unknown as Http, draftReply: draftReplyMachine, unsent, now: () => 0 })
  let machine = load()
  return {
    reload() {
      machine = load()
    },
    unsent,
    sent,
    /** The text that is sent longest arrives. */
    async arrive() {
      sent.shift()?.arrive()
      await settle()
    },
    async open(conversationId: string) {
      const actor = createActor(machine, {
        input: { organizationId: 'o1', userId: 'ada', view: at(conversationId) },
      }).start()
      onTestFinished(() => void actor.stop())
      const show = async (id: string) => {
        actor.send({ type: 'view.changed', view: at(id) })
        await settle()
      }
      await show(conversationId)
      return {
        show,
        type: (text: string) => actor.send({ type: 'draft.changed', text }),
        pick: (kind: 'reply' | 'note') => actor.send({ type: 'kind.picked', kind }),
        submit: () => actor.send({ type: 'entry.submitted' }),
        draft: () => draftOf(actor.getSnapshot().context).content,
        kind: () => draftOf(actor.getSnapshot().context).kind,
        leave: () => void actor.stop(),
      }
    },
  }
}

it('keeps what is typed, by conversation, when the inbox is left', async () => {
  const { open } = tab()
  const first = await open('c1')
  first.type('Dear Grace,')
  await first.show('c2')
  first.type('Dear Alan,')
  first.leave()
  const second = await open('c1')
  expect(second.draft()).toBe('Dear Grace,')
  await second.show('c2')
  expect(second.draft()).toBe('Dear Alan,')
})

it('keeps a note a note, in its own conversation: it must never go to the customer', async () => {
  const { open } = tab()
  const first = await open('c1')
  first.pick('note')
  first.type('She is rude.')
  await first.show('c2')
  expect(first.kind()).toBe('reply')
  first.pick('note')
  first.pick('reply')
  await first.show('c1')
  expect(first.kind()).toBe('note')
  first.leave()
  const second = await open('c1')
  expect([second.kind(), second.draft()]).toEqual(['note', 'She is rude.'])
})

it('keeps the kind that is picked after the text was typed', async () => {
  const { open } = tab()
  const first = await open('c1')
  first.type('She is rude.')
  first.pick('note')
  first.leave()
  expect((await open('c1')).kind()).toBe('note')
})

it('keeps a text that is being sent until it has arrived', async () => {
  const { open, arrive, sent, unsent } = tab()
  const inbox = await open('c1')
  inbox.type('Dear Grace,')
  inbox.submit()
  expect(unsent.of(PLACE)).toBe(JSON.stringify({ c1: kept('Dear Grace,', sent[0]?.key) }))
  await arrive()
  expect(unsent.of(PLACE)).toBe('')
  inbox.leave()
  expect((await open('c1')).draft()).toBe('')
})

it('keeps what is typed while a text is sent together with it, and without it once it has arrived', async () => {
  const { open, arrive, sent, unsent } = tab()
  const inbox = await open('c1')
  inbox.type('Dear Grace,')
  inbox.submit()
  inbox.type('Yours,')
  expect(unsent.of(PLACE)).toBe(JSON.stringify({ c1: kept('Dear Grace,\nYours,', sent[0]?.key) }))
  await arrive()
  expect(unsent.of(PLACE)).toBe(JSON.stringify({ c1: reply('Yours,') }))
})

it('keeps what is typed in an inbox while one that was left still sends', async () => {
  const { open, arrive, unsent } = tab()
  const left = await open('c1')
  left.type('Dear Grace,')
  left.submit()
  const next = await open('c2')
  next.type('Dear Alan,')
  await arrive()
  expect(unsent.of(PLACE)).toBe(JSON.stringify({ c2: reply('Dear Alan,') }))
})

it('repeats a text that got no answer under its key, and then the rest, also after the inbox was left', async () => {
  const { open, arrive, sent, unsent } = tab()
  const left = await open('c1')
  left.type('Dear Grace,')
  left.submit()
  const { key } = sent[0]!
  left.type('Yours,')
  sent.shift()?.fail()
  await settle()
  left.leave()
  const next = await open('c1')
  expect(next.draft()).toBe('Dear Grace,\nYours,')
  next.submit()
  expect(sent).toMatchObject([{ key, content: 'Dear Grace,' }])
  await arrive()
  expect(sent).toMatchObject([{ content: 'Yours,' }])
  expect(sent[0]?.key).not.toBe(key)
  await arrive()
  expect(unsent.of(PLACE)).toBe('')
})

it('repeats a text that is still being sent under its key in another inbox: it arrives once', async () => {
  const { open, arrive, sent } = tab()
  const left = await open('c1')
  left.type('Dear Grace,')
  left.submit()
  const { key } = sent[0]!
  const next = await open('c1')
  expect(next.draft()).toBe('Dear Grace,')
  await arrive()
  next.submit()
  expect(sent).toMatchObject([{ key, content: 'Dear Grace,' }])
})

it('repeats a text that got no answer under its key after a reload', async () => {
  const { open, reload, sent } = tab()
  const left = await open('c1')
  left.type('Dear Grace,')
  left.submit()
  const { key } = sent[0]!
  sent.shift()?.fail()
  await settle()
  reload()
  const next = await open('c1')
  next.submit()
  expect(sent).toMatchObject([{ key, content: 'Dear Grace,' }])
})

it('keeps the other drafts if one of them cannot be read', async () => {
  const { open, unsent } = tab()
  unsent.keep(PLACE, JSON.stringify({ c2: 'Hi', c1: reply('Dear Grace,') }))
  expect((await open('c1')).draft()).toBe('Dear Grace,')
})

it.each(['{', 'null', '["c1"', '{"c1":1}', '{"c1":{"kind":"shout","content":"Hi"}}'])(
  'starts without drafts if %s was kept',
  async (kept) => {
    const { open, unsent } = tab()
    unsent.keep(PLACE, kept)
    expect((await open('c1')).draft()).toBe('')
  },
)
