import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'
import type { ToastRequest } from '../../src/machines/shell/toasts/toasts.types.ts'
import { viewsLogic } from '../../src/machines/views.ts'
import { draftReplyMachine } from '../../src/machines/visitors/draft-reply.machine.ts'
import type { Draft } from '../../src/machines/visitors/inbox/draft.ts'
import { inboxMachine } from '../../src/machines/visitors/inbox/inbox.machine.ts'
import { draftOf, errorOf } from '../../src/machines/visitors/inbox/inbox.types.ts'
import { inboxPath, inboxViewIn } from '../../src/machines/visitors/inbox/inbox-address.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type FakeChild, fakeActors } from '../harness/model/fakes.ts'
import { standIn } from '../harness/system.ts'
import { DRAFT, draftReplyModel } from './draft-reply.model.ts'
import { detail, inboxModel, item } from './inbox.model.ts'

describeModel({
  name: 'inbox',
  machine: inboxMachine,
  model: inboxModel,
  rig: (world) => ({
    oracles: {
      'inbox.conversation.none': () => expect(world.snapshot().context.conversationId).toBeNull(),
      'inbox.conversation.shown': () =>
        expect(world.snapshot().context.detail?.item.conversation_id).toBe(
          world.snapshot().context.conversationId,
        ),
      'inbox.conversation.gone': () => expect(world.snapshot().context.detail).toBeNull(),
    },
  }),
})

describeModel({
  name: 'draftReply',
  machine: draftReplyMachine,
  model: draftReplyModel,
  rig: (world) => ({
    oracles: {
      'draftReply.drafting': () =>
        expect(world.children.get('draft')?.input).toEqual({ conversationId: 'c1' }),
      'draftReply.drafted': () =>
        expect(world.snapshot().context).toMatchObject({ draft: DRAFT, error: null }),
    },
  }),
})

describe('a drafted reply', () => {
  const begun = () => {
    const children = new Map<string, FakeChild>()
    const written: Draft[] = []
    const inbox = createActor(
      fromCallback<{ type: string; draft: Draft }>(({ receive }) =>
        receive(({ draft }) => void written.push(draft)),
      ),
    ).start()
    const actor = createActor(
      draftReplyMachine.provide({ actors: fakeActors(draftReplyMachine, children) }),
      { input: { conversationId: 'c1', inbox } },
    )
    actor.start().send({ type: 'draft.requested' })
    return { actor, written, draft: children.get('draft') }
  }
  const drafted = { kind: 'reply', content: 'You may return them within 30 days.' }

  it('is written without its markers, and gives back what it replaced', () => {
    const { actor, written, draft } = begun()
    draft?.done(DRAFT)
    actor.send({ type: 'text.replaced', draft: { kind: 'note', content: 'She is rude.' } })
    actor.send({ type: 'draft.undone' })
    expect(written).toEqual([drafted, { kind: 'note', content: 'She is rude.' }])
  })

  it.each([{ type: 'draft.sent' }, { type: 'text.changed', text: ' ' }] as const)(
    'is forgotten with the text that it replaced after %o',
    (end) => {
      const { actor, written, draft } = begun()
      draft?.done(DRAFT)
      actor.send({ type: 'text.changed', text: 'Dear Grace, you may' })
      expect(actor.getSnapshot().hasTag('busy')).toBe(false)
      actor.send({ type: 'draft.submitted' })
      actor.send(end)
      actor.send({ type: 'draft.undone' })
      expect(written).toEqual([drafted])
      expect(actor.getSnapshot().context.draft).toBeNull()
    },
  )

  it('stays, with its sources, where a text arrives that was submitted before it', () => {
    const { actor, draft } = begun()
    draft?.done(DRAFT)
    actor.send({ type: 'draft.sent' })
    expect(actor.getSnapshot().context).toMatchObject({ draft: DRAFT })
  })

  it.each([
    ['nothing is found', (draft?: FakeChild) => draft?.done({ ...DRAFT, answered: false })],
    ['it fails', (draft?: FakeChild) => draft?.fail(new Error('offline'))],
  ])('leaves the text alone where %s, and says so', (_, end) => {
    const { actor, written, draft } = begun()
    end(draft)
    expect(written).toEqual([])
    expect(actor.getSnapshot().context.error).toContain('Your text is unchanged')
  })
})

describe('the inbox', () => {
  const opened = (actors = {}) => {
    const children = new Map<string, FakeChild>()
    const opened: string[] = []
    const toasts: ToastRequest[] = []
    const views = createActor(viewsLogic, { systemId: 'views' }).start()
    standIn(views, 'toasts', ({ toast }) => toasts.push(toast))
    const actor = createActor(
      inboxMachine.provide({
        actors: { ...fakeActors(inboxMachine, children), ...actors },
        actions: {
          goTo: (_, { path }) => void opened.push(path),
          reportReplying: () => {},
          keepDrafts: () => {},
          showToast: () => {},
        },
      }),
      { parent: views, input: { organizationId: 'o1', userId: 'u1', view: inboxViewIn('conversation=c2') } },
    ).start()
    children.get('readList')?.done({
      items: [item('c1'), item('c2'), item('c3')],
      has_more: false,
      counts: { open: 3, waiting: 0, resolved: 0 },
    })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c2') })
    children.get('readDetail')?.done(detail('c2'))
    return { actor, children, opened, toasts, leave: () => views.send({ type: 'view.left', actor }) }
  }

  it('goes to the neighbours of what is shown, and no further than the ends', () => {
    const { actor, opened: ids } = opened()
    actor.send({ type: 'next.requested' })
    actor.send({ type: 'previous.requested' })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c3') })
    actor.send({ type: 'next.requested' })
    expect(ids).toEqual(['/inbox?conversation=c3', '/inbox?conversation=c1'])
  })

  it('goes on from the place of one that has left the list', () => {
    const { actor, children, opened: ids } = opened()
    actor.send({ type: 'live.opened' })
    const counts = { open: 3, waiting: 0, resolved: 0 }
    children.get('readList')?.done({ items: [item('c1'), item('c2'), item('c3')], has_more: false, counts })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c2') })
    actor.send({ type: 'live.opened' })
    children.get('readList')?.done({ items: [item('c1'), item('c3')], has_more: false, counts })
    actor.send({ type: 'next.requested' })
    actor.send({ type: 'previous.requested' })
    expect(ids).toEqual(['/inbox?conversation=c3', '/inbox?conversation=c1'])
  })

  it('lists a request once that has moved among the next ones', () => {
    const { actor, children } = opened()
    const counts = { open: 3, waiting: 0, resolved: 0 }
    actor.send({ type: 'live.opened' })
    children.get('readList')?.done({ items: [item('c1'), item('c2')], has_more: true, counts })
    actor.send({ type: 'more.requested' })
    const { last_at: before_at } = item('c2')
    expect(children.get('readMore')?.input).toMatchObject({ before: 'c2', before_at })
    children.get('readMore')?.done({ items: [item('c3'), item('c1')], has_more: false, counts })
    const ids = actor.getSnapshot().context.items?.map(({ conversation_id }) => conversation_id)
    expect(ids).toEqual(['c1', 'c2', 'c3'])
  })

  it('loads again as many requests as it shows, also those that were just asked for', () => {
    const { actor, children } = opened()
    const counts = { open: 4, waiting: 0, resolved: 0 }
    const readsAtLeast = (count: number) => {
      actor.send({ type: 'update.received', conversationId: 'c1' })
      expect(children.get('readList')?.input).toMatchObject({ wanted: count })
    }
    readsAtLeast(3)
    children
      .get('readList')
      ?.done({ items: ['c1', 'c2', 'c3'].map((id) => item(id)), has_more: true, counts })
    actor.send({ type: 'more.requested' })
    readsAtLeast(4)
    children
      .get('readList')
      ?.done({ items: ['c1', 'c2', 'c3', 'c4'].map((id) => item(id)), has_more: false, counts })
    readsAtLeast(4)
    actor.send({ type: 'view.changed', view: inboxViewIn('status=resolved') })
    expect(children.get('readList')?.input).toMatchObject({ wanted: 0 })
  })

  it('keeps a reply where somebody else was faster, and sends it after theirs', () => {
    const { actor, children } = opened()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toMatchObject({ entry: { seen: 'e1' } })
    children.get('write')?.fail(overtaken)
    const theirs = detail('c2')
    theirs.entries.push({ ...theirs.entries[0]!, id: 'e2', kind: 'reply', author: 'Ben' })
    children.get('readDetail')?.done(theirs)
    expect(actor.getSnapshot()).toMatchObject({
      value: { composer: 'overtaken' },
      context: {
        errors: { c2: 'Ben has replied.' },
        drafts: { c2: { kind: 'reply', content: 'It left our workshop.' } },
      },
    })
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toMatchObject({ entry: { seen: 'e2' } })
  })

  const offline = new Error('offline')
  const overtaken = Object.assign(new Error('409'), {
    detail: 'Ben has replied.',
    code: 'replied_meanwhile',
    status: 409,
  })

  it('takes the next text while one is sent, and puts both back where that fails', () => {
    const { actor, children } = opened()
    actor.send({ type: 'kind.picked', kind: 'note' })
    actor.send({ type: 'draft.changed', text: 'She is rude.' })
    actor.send({ type: 'entry.submitted' })
    actor.send({ type: 'kind.picked', kind: 'reply' })
    actor.send({ type: 'draft.changed', text: 'Dear Grace,' })
    expect(children.get('write')?.input).toMatchObject({ entry: { kind: 'note', content: 'She is rude.' } })
    children.get('write')?.fail(offline)
    // A part of it is a note: it must not go to the customer.
    expect(actor.getSnapshot().context.drafts).toMatchObject({
      c2: { kind: 'note', content: 'She is rude.\nDear Grace,' },
    })
  })

  const openedWithDrafting = () => {
    const drafting = new Map<string, FakeChild>()
    const draftReply = draftReplyMachine.provide({ actors: fakeActors(draftReplyMachine, drafting) })
    return { ...opened({ draftReply }), drafting }
  }

  /** A text and the next one are back in the field, and the conversation was read again. */
  const unsettled = (error: unknown) => {
    const inbox = opened()
    const { actor, children } = inbox
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    actor.send({ type: 'draft.changed', text: 'Its number is 7.' })
    children.get('write')?.fail(error)
    actor.send({ type: 'update.received', conversationId: 'c2' })
    const read = detail('c2')
    read.entries.push({ ...read.entries[0]!, id: 'e2', kind: 'reply' })
    children.get('readDetail')?.done(read)
    return inbox
  }
  const lost = { kind: 'reply', content: 'It left our workshop.', seen: 'e1', key: expect.any(String) }

  it('repeats a text whose response was lost as it was, and then sends what was typed since', () => {
    const { actor, children } = unsettled(offline)
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toEqual({ conversationId: 'c2', entry: lost })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c1') })
    children.get('write')?.done({ conversationId: 'c2' })
    const next = { ...lost, content: 'Its number is 7.', seen: 'e2' }
    expect(children.get('write')?.input).toEqual({ conversationId: 'c2', entry: next })
    children.get('write')?.fail(offline)
    expect(actor.getSnapshot().context).toMatchObject({
      drafts: { c2: { content: 'Its number is 7.', lost: next } },
    })
  })

  it.each(['reply', 'note'] as const)(
    'has a %s that was not sent again if a draft of a reply that came since is undone',
    (kind) => {
      const { actor, children, drafting } = openedWithDrafting()
      const shown = () => draftOf(actor.getSnapshot().context)
      actor.send({ type: 'kind.picked', kind })
      actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
      actor.send({ type: 'entry.submitted' })
      actor.send({ type: 'kind.picked', kind: 'reply' })
      const draft = actor.getSnapshot().context.draftReplies.c2!
      draft.send({ type: 'draft.requested' })
      children.get('write')?.fail(offline)
      const unsent = { kind, content: 'It left our workshop.', lost: { ...lost, kind } }
      expect(shown()).toEqual(unsent)
      drafting.get('draft')?.done(DRAFT)
      expect(shown()).toEqual({ kind: 'reply', content: 'You may return them within 30 days.' })
      draft.send({ type: 'draft.undone' })
      expect(shown()).toEqual(unsent)
    },
  )

  it('has a reply back that was not sent if the draft that had come before is undone', () => {
    const { actor, children, drafting } = openedWithDrafting()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    actor.send({ type: 'draft.changed', text: 'Its number is 7.' })
    const draft = actor.getSnapshot().context.draftReplies.c2!
    draft.send({ type: 'draft.requested' })
    drafting.get('draft')?.done(DRAFT)
    children.get('write')?.fail(offline)
    draft.send({ type: 'draft.undone' })
    expect(draftOf(actor.getSnapshot().context)).toEqual({
      kind: 'reply',
      content: 'It left our workshop.\nIts number is 7.',
      lost,
    })
  })

  it('sends the same words as a new text if they were taken out in between', () => {
    const { actor, children } = unsettled(offline)
    actor.send({ type: 'draft.changed', text: '' })
    actor.send({ type: 'draft.changed', text: lost.content })
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toEqual({ conversationId: 'c2', entry: { ...lost, seen: 'e2' } })
  })

  it('repeats a text whose response was lost until it is answered', () => {
    const { actor, children } = unsettled(offline)
    actor.send({ type: 'entry.submitted' })
    children.get('write')?.fail(offline)
    expect(actor.getSnapshot().context).toMatchObject({
      drafts: { c2: { content: 'It left our workshop.\nIts number is 7.', lost } },
    })
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toMatchObject({ entry: lost })
    children.get('write')?.done({ conversationId: 'c2' })
    expect(actor.getSnapshot()).toMatchObject({
      value: { composer: 'writing' },
      context: { drafts: { c2: { content: '' } }, pending: [] },
    })
    expect(actor.getSnapshot().context.drafts.c2).toEqual({ kind: 'reply', content: '' })
  })

  it.each([
    ['was refused', overtaken, 'reply', 'It left our workshop.\nIts number is 7.'],
    ['is to be a note now', offline, 'note', 'It left our workshop.\nIts number is 7.'],
    ['was changed', offline, 'reply', 'It left our workshop. Its number is 7.'],
  ] as const)('sends a text in one where its beginning %s', (_, error, kind, content) => {
    const { actor, children } = unsettled(error)
    actor.send({ type: 'kind.picked', kind })
    actor.send({ type: 'draft.changed', text: content })
    actor.send({ type: 'entry.submitted' })
    expect(children.get('write')?.input).toMatchObject({ entry: { kind, content, seen: 'e2' } })
  })

  it('keeps what was typed since a text was sent', () => {
    const { actor, children } = opened()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    actor.send({ type: 'draft.changed', text: 'Its number is' })
    children.get('write')?.done({ conversationId: 'c2' })
    expect(actor.getSnapshot()).toMatchObject({
      value: { composer: 'writing' },
      context: { drafts: { c2: { content: 'Its number is' } }, pending: [] },
    })
  })

  it('is written to another customer while a text to the first is sent', () => {
    const { actor } = opened()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c1') })
    actor.send({ type: 'draft.changed', text: 'Dear Ada,' })
    expect(actor.getSnapshot().context.drafts).toMatchObject({ c1: { content: 'Dear Ada,' } })
  })

  it.each([
    ['is not sent', offline, 'Check your connection', 'Your text is kept'],
    ['was overtaken', overtaken, 'Ben has replied.', 'Ben has replied.'],
  ])(
    'says that a reply %s although another conversation is shown by then, and says it there only',
    (_, error, said, kept) => {
      const { actor, children, toasts } = opened()
      actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
      actor.send({ type: 'entry.submitted' })
      actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c1') })
      children.get('readDetail')?.done(detail('c1'))
      children.get('write')?.fail(error)
      expect(toasts).toEqual([
        {
          type: 'error',
          title: 'Your text in the conversation with Grace Hopper was not sent.',
          message: expect.stringContaining(said),
          page: { organizationId: 'o1', path: '/inbox?conversation=c2' },
        },
      ])
      expect(actor.getSnapshot()).toMatchObject({
        value: { composer: 'writing', conversation: 'shown' },
        context: { drafts: { c2: { kind: 'reply', content: 'It left our workshop.' } } },
      })
      expect(errorOf(actor.getSnapshot().context)).toBeNull()
      actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c2') })
      expect(errorOf(actor.getSnapshot().context)).toContain(kept)
    },
  )

  it('says that a reply is not sent after the inbox was left, and only then stops', () => {
    const { actor, children, toasts, leave } = opened()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    leave()
    expect(actor.getSnapshot().status).toBe('active')
    children.get('write')?.fail(offline)
    expect(toasts).toMatchObject([{ title: 'Your text in the conversation with Grace Hopper was not sent.' }])
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('shows no toast where the conversation is on the screen', () => {
    const { actor, children, toasts } = opened()
    actor.send({ type: 'draft.changed', text: 'It left our workshop.' })
    actor.send({ type: 'entry.submitted' })
    children.get('write')?.fail(offline)
    expect(toasts).toEqual([])
    expect(errorOf(actor.getSnapshot().context)).toContain('Your text is kept')
  })

  it('saves the changes asked for one after another, each in the conversation that was shown', () => {
    const { actor, children, toasts } = opened()
    const resolve = { type: 'change.requested', patch: { status: 'resolved' } } as const
    actor.send(resolve)
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c3') })
    actor.send(resolve)
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c1') })
    actor.send({ type: 'change.requested', patch: { assignee_id: 'u1' } })
    const saves = (id: string, patch: object) =>
      expect(children.get('change')?.input).toEqual({ conversationId: id, patch })
    saves('c2', { status: 'resolved' })
    children.get('change')?.done(item('c2'))
    saves('c3', { status: 'resolved' })
    children.get('change')?.fail(offline)
    saves('c1', { assignee_id: 'u1' })
    children.get('change')?.done(item('c1'))
    expect(actor.getSnapshot()).toMatchObject({ value: { change: 'idle' }, context: { changes: [] } })
    expect(toasts).toHaveLength(1)
  })

  it('saves the changes asked for after the inbox was left, and only then stops', () => {
    const { actor, children, leave } = opened()
    actor.send({ type: 'change.requested', patch: { assignee_id: 'u1' } })
    actor.send({ type: 'change.requested', patch: { status: 'resolved' } })
    leave()
    children.get('change')?.done(item('c2'))
    expect(children.get('change')?.input).toEqual({ conversationId: 'c2', patch: { status: 'resolved' } })
    children.get('change')?.done(item('c2'))
    expect(actor.getSnapshot().status).toBe('stopped')
  })

  it('keeps what was typed with its conversation', () => {
    const { actor } = opened()
    actor.send({ type: 'draft.changed', text: 'For the second' })
    actor.send({ type: 'view.changed', view: inboxViewIn('conversation=c1') })
    expect(actor.getSnapshot().context.drafts).toEqual({ c2: { kind: 'reply', content: 'For the second' } })
  })

  it('has an address for each of its views', () => {
    const view = { status: 'resolved', assignee: 'me', requester: 'member', conversationId: 'c1' } as const
    expect(inboxPath(view)).toBe('/inbox?status=resolved&assignee=me&requester=member&conversation=c1')
    expect(inboxViewIn(inboxPath(view).split('?')[1] ?? '')).toEqual(view)
    expect(inboxPath(inboxViewIn('status=lost'))).toBe('/inbox')
  })
})
