import { createHash } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { createActor, fromCallback, waitFor } from 'xstate'
import { createStorage } from '../../src/services/browser/storage.ts'
import type { Operation } from '../../src/services/contract/operations/operation.ts'
import { createUnsentQuestions } from '../../src/services/conversations/unsent-questions.ts'
import type { Http } from '../../src/services/http/client.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { createUnsentUploads, recallUploads } from '../../src/services/knowledge/unsent-uploads.ts'
import { provideUpload } from '../../src/services/knowledge/upload.provide.ts'
import { document } from '../machines/samples.ts'

const file = (name: string, content = name) => new File([content], name)
const unreadable = (name: string) =>
  Object.assign(file(name), {
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  })

const replace = vi.fn(async (_id: string, { name }: File) => document(name))

/** What the base holds: most files of these tests say their name. */
const HELD = [
  ['here.md', 'here.md'],
  ['copy.md', 'here.md'],
  ['old prices', 'prices.md'],
].map(([content, name]) => ({ hash: createHash('sha256').update(content!).digest('hex'), name }))

const start = (upload: (files: readonly File[]) => Promise<unknown>, onLine = true) => {
  const tab = Object.assign(new EventTarget(), {
    navigator: { onLine },
    setTimeout: vi.fn(() => 1),
    clearTimeout: vi.fn(),
  })
  const http = {
    call: async (_of: object, _id: object, { body }: { body: { hashes: string[]; names: string[] } }) => ({
      known: body.hashes.filter((hash) => HELD.some((one) => one.hash === hash)),
      held: HELD,
      named: body.names
        .filter((name) => HELD.some((one) => one.name === name && !body.hashes.includes(one.hash)))
        .map((name) => ({ name, document_id: 'd1' })),
    }),
    upload: async ({ address }: Operation, { id }: { id: string }, form: FormData) =>
      address.startsWith('PUT')
        ? replace(id, form.get('file') as File)
        : { results: await upload(form.getAll('files') as File[]) },
  } as unknown as Http
  const storage = createStorage(() => {
    throw new Error('blocked')
  })
  let person: string | null = 'ada'
  const uploads = createUnsentUploads(createUnsentQuestions(storage, () => person))
  const actor = createActor(provideUpload(http, tab as unknown as Window, uploads), {
    input: { knowledgeBaseId: 'k1', name: 'Help' },
  }).start()
  /** What the next log-in reports. */
  const told = (by: string) => {
    person = by
    const lost: string[][] = []
    const workspace = createActor(
      fromCallback<{ type: string; names: string[] }>(({ receive }) =>
        receive(({ names }) => void lost.push(names)),
      ),
    ).start()
    createActor(recallUploads(uploads), { parent: workspace }).start()
    return lost
  }
  return {
    actor,
    tab,
    told,
    expire: () => {
      person = null
      actor.stop()
    },
  }
}
const accepted = (files: readonly File[]) =>
  Promise.resolve(files.map(({ name }) => ({ name, document: document(name), error: null })))

describe('an upload that the end of the session ends', () => {
  const TOLD = [['a.md', 'b.md']]
  const endless = () => new Promise<never>(() => {})

  it('is told once to the person, with the files that were added later', () => {
    const { actor, expire, told } = start(endless)
    actor.send({ type: 'files.chosen', files: [file('a.md')] })
    actor.send({ type: 'files.chosen', files: [file('b.md')] })
    expire()
    expect(told('ada')).toEqual(TOLD)
    expect(told('ada')).toEqual([])
  })

  it('is not told to somebody else', () => {
    const { actor, expire, told } = start(endless)
    actor.send({ type: 'files.chosen', files: [file('a.md')] })
    expire()
    expect(told('bob')).toEqual([])
    expect(told('ada')).toEqual([])
  })

  it.each([
    ['has arrived', accepted, 'upload.progressed'],
    ['was cancelled', endless, 'upload.cancelled'],
  ] as const)('is not told once it %s', async (_, answer, type) => {
    const { actor, expire, told } = start(answer)
    actor.send({ type: 'files.chosen', files: [file('a.md')] })
    actor.send({ type, progress: 1 } as never)
    await waitFor(actor, (upload) => !upload.hasTag('busy'))
    expire()
    expect(told('ada')).toEqual([])
  })
})

describe('sending files', () => {
  it('[knowledge H2] names a file that was saved again meanwhile, and sends the others', async () => {
    const { actor } = start(accepted)
    actor.send({ type: 'files.chosen', files: [file('a.md'), unreadable('b.md'), file('c.md')] })
    const { context } = await waitFor(actor, (upload) => upload.hasTag('report'))
    expect(context).toMatchObject({ accepted: 2, refusals: [{ name: 'b.md' }], error: null })
  })

  it('[knowledge low] tells of a file that is there under another name, and counts one under its own', async () => {
    const { actor } = start(accepted)
    actor.send({ type: 'files.chosen', files: ['a.md', 'here.md', 'copy.md'].map((name) => file(name)) })
    const { context } = await waitFor(actor, (upload) => upload.hasTag('report'))
    expect(context).toMatchObject({ accepted: 1, unchanged: 1 })
    expect(context.refusals).toMatchObject([
      { name: 'copy.md', reason: expect.stringContaining('“here.md”') },
    ])
  })

  it('[review 6] reads one file after the other, whose contents would not fit into memory together', async () => {
    let open = 0
    let most = 0
    const large = (name: string) =>
      Object.assign(file(name), {
        arrayBuffer: async () => {
          most = Math.max(most, ++open)
          await Promise.resolve()
          open -= 1
          return new ArrayBuffer(1)
        },
      })
    const { actor } = start(accepted)
    actor.send({ type: 'files.chosen', files: ['a.md', 'b.md', 'c.md'].map(large) })
    await waitFor(actor, (upload) => upload.hasTag('report'))
    expect(most).toBe(1)
  })

  it('[knowledge H1] sends files one by one when they are too much for one request', async () => {
    const { actor } = start((files) => {
      const tooLarge = new HttpError({
        status: 413,
        body: { detail: 'Too large.' },
        retryAfter: null,
      } as never)
      return files.length > 1 || files[0]!.name === 'b.md' ? Promise.reject(tooLarge) : accepted(files)
    })
    actor.send({ type: 'files.chosen', files: ['a.md', 'b.md', 'c.md'].map((name) => file(name)) })
    const { context } = await waitFor(actor, (upload) => upload.hasTag('report'))
    expect(context).toMatchObject({ accepted: 2, refusals: [{ name: 'b.md', reason: 'Too large.' }] })
  })

  it('[knowledge M7] goes on when the browser is online again', async () => {
    const upload = vi.fn(accepted).mockRejectedValueOnce(new TypeError('network'))
    const { actor, tab } = start(upload, false)
    actor.send({ type: 'files.chosen', files: [file('a.md')] })
    await waitFor(actor, (state) => state.matches({ failed: 'interrupted' }))
    expect(tab.setTimeout).not.toHaveBeenCalled()
    tab.dispatchEvent(new Event('online'))
    const { context } = await waitFor(actor, (state) => state.matches('reported'))
    expect(context.accepted).toBe(1)
  })

  it('tries again by itself while the browser is online', async () => {
    const { actor, tab } = start(() => Promise.reject(new TypeError('network')))
    actor.send({ type: 'files.chosen', files: [file('a.md')] })
    await waitFor(actor, (state) => state.matches({ failed: 'interrupted' }))
    expect(tab.setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 5_000)
    actor.send({ type: 'line.returned' })
    await waitFor(actor, (state) => state.matches({ failed: 'interrupted' }))
    expect(tab.setTimeout).toHaveBeenLastCalledWith(expect.any(Function), 10_000)
  })

  it.each([
    ['replace', ['new.md']],
    ['keep', ['new.md', 'prices.md']],
  ] as const)('[knowledge M1] asks about the name of a document, and can %s', async (sameName, uploaded) => {
    const sent: string[] = []
    const { actor } = start((files) => {
      sent.push(...files.map(({ name }) => name))
      return accepted(files)
    })
    actor.send({ type: 'files.chosen', files: ['new.md', 'prices.md'].map((name) => file(name)) })
    await waitFor(actor, (state) => state.matches('asking'))
    expect(sent).toEqual(['new.md'])
    replace.mockClear()
    actor.send({ type: 'namesakes.decided', sameName })
    const { context } = await waitFor(actor, (state) => state.matches('reported'))
    expect(context).toMatchObject({ accepted: 2, refusals: [] })
    expect(sent).toEqual(uploaded)
    expect(replace.mock.calls.map(([id, { name }]) => [id, name])).toEqual(
      sameName === 'replace' ? [['d1', 'prices.md']] : [],
    )
  })

  it('takes two files of one name as two', async () => {
    const sent: File[] = []
    const { actor } = start((files) => {
      sent.push(...files)
      return accepted(files)
    })
    replace.mockClear()
    actor.send({
      type: 'files.chosen',
      files: ['prices', 'new prices'].map((content) => file('prices.md', content)),
    })
    await waitFor(actor, (state) => state.matches('asking'))
    actor.send({ type: 'namesakes.decided', sameName: 'replace' })
    const { context } = await waitFor(actor, (state) => state.matches('reported'))
    const textsOf = (files: readonly File[]) => Promise.all(files.map((one) => one.text()))
    expect(await textsOf(replace.mock.calls.map(([, one]) => one))).toEqual(['prices'])
    expect(await textsOf(sent)).toEqual(['new prices'])
    expect(context).toMatchObject({ accepted: 2, unchanged: 0, refusals: [] })
  })

  it.each([
    ['together', [['new prices', 'old prices']]],
    ['in later requests', [['new prices'], ['old prices']]],
    ['in earlier requests', [['old prices'], ['new prices']]],
  ])('replaces no document that holds another of the files, sent %s', async (_, drop) => {
    const sent: string[] = []
    const { actor } = start(async (files) => {
      sent.push(...(await Promise.all(files.map((one) => one.text()))))
      return accepted(files)
    })
    replace.mockClear()
    for (const contents of drop)
      actor.send({ type: 'files.chosen', files: contents.map((content) => file('prices.md', content)) })
    const settled = await waitFor(actor, (state) => state.hasTag('report'))
    if (settled.matches('asking')) actor.send({ type: 'namesakes.decided', sameName: 'replace' })
    const { context } = await waitFor(actor, (state) => state.matches('reported'))
    expect(replace).not.toHaveBeenCalled()
    expect(sent).toEqual(['new prices'])
    expect(context).toMatchObject({ accepted: 1, unchanged: 1, refusals: [] })
  })
})
