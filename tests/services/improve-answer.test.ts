import { describe, expect, it, vi } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import type {
  Improvement,
  ImproveSubject,
  ImproveValues,
  Improving,
} from '../../src/machines/assistants/improve-answer/improve-answer.setup.ts'
import { provideImproveAnswer } from '../../src/services/assistants/improve-answer.provide.ts'
import { createIdempotentWrites } from '../../src/services/cache/idempotent-writes.ts'
import type { Http } from '../../src/services/http/client.ts'
import { HttpError } from '../../src/services/http/errors.ts'
import { expectationOf } from '../../src/services/knowledge/golden.provide.ts'
import { message, searchHit } from '../machines/samples.ts'

interface Actors {
  save: PromiseActorLogic<Improvement, Improving>
  askAgain: PromiseActorLogic<unknown, ImproveSubject>
  closeGap: PromiseActorLogic<void, ImproveSubject>
}

/** The calls that were made, as method and address, with what was sent. */
function open(answers: Readonly<Record<string, object>>) {
  const calls: [string, unknown][] = []
  const call = async ({ address }: { address: string }, _: object, sent?: { body?: object }) => {
    calls.push([address, sent?.body])
    const answer = answers[address]
    if (!answer) throw new Error(`refused: ${address}`)
    if (answer instanceof Error) throw answer
    return answer
  }
  // Reading the lists again may take long: nothing waits for it.
  const refresh = vi.fn(() => new Promise<void>(() => {}))
  const http = { call } as unknown as Http
  const { actors } = provideImproveAnswer({
    http,
    withIdempotencyKey: createIdempotentWrites(),
    refresh,
  }).implementations
  return { calls, refresh, ...(actors as unknown as Actors) }
}

const values: ImproveValues = {
  question: 'Do you ship?',
  answer: 'Yes.',
  name: 'Shipping',
  text: 'We ship.',
  knowledgeBaseId: 'k1',
  hit: searchHit('p1'),
}
const question = 'Do you ship, please?'
const FAQ = { question: 'Do you ship?', answer: 'Yes.', approved: true }
const TEXT = { name: 'Shipping', text: 'We ship.' }
const subject = {
  organizationId: 'o1',
  integrationId: 'i1',
  question,
  before: null,
  gapIds: ['a1'],
  config: 'published',
} as const
const CHOSEN = { document_id: 'd1', quote: 'Goods may be returned within 30 days.' }
const refusal = (status: number, code: string) =>
  new HttpError({ status, body: { code }, text: '', retryAfter: null })
const ADDED = { id: 'd1', knowledgeBaseId: 'k1' }
const FIRST = { documentId: 'd1' }
const ADD_PAIR = 'POST /api/v1/knowledge-bases/:id/faq'
const CHANGE_PAIR = 'PUT /api/v1/documents/:id/faq'
const ADD_TEXT = 'POST /api/v1/knowledge-bases/:id/texts'
const CHANGE_TEXT = 'PUT /api/v1/documents/:id/text'

it.each([
  ['an approved question', 'pair', null, ADD_PAIR, FAQ],
  ['the question that an earlier try added', 'pair', { ...FIRST, pair: ADDED }, CHANGE_PAIR, FAQ],
  [
    'a question of its own in another knowledge base',
    'pair',
    { ...FIRST, pair: { ...ADDED, knowledgeBaseId: 'k2' } },
    ADD_PAIR,
    FAQ,
  ],
  ['a text', 'text', { ...FIRST, pair: ADDED }, ADD_TEXT, TEXT],
  ['the text that an earlier try added', 'text', { ...FIRST, text: ADDED }, CHANGE_TEXT, TEXT],
] as const)('[S2.14] what was written becomes %s (issue 40)', async (_, way, saved, address, body) => {
  const { save, calls, refresh } = open({ [address]: { id: 'd1' } })
  const saving = createActor(save, { input: { question, way, values, saved } }).start()
  expect(await toPromise(saving)).toEqual({ ...saved, documentId: 'd1', [way]: ADDED })
  expect(calls).toEqual([[address, body]])
  expect(refresh).toHaveBeenCalledOnce()
})

describe('[S2.14] what was written is saved again (issue 40)', () => {
  const answers = {
    'GET /api/v1/documents/:id': { knowledge_base_id: 'k7' },
    'POST /api/v1/knowledge-bases/:id/golden-questions': { id: 'g1' },
    [ADD_PAIR]: { id: 'd1' },
    [CHANGE_PAIR]: { id: 'd1' },
    [ADD_TEXT]: { id: 'd2' },
    [CHANGE_TEXT]: { id: 'd2' },
  }

  it.each([
    ['an answer after a passage', ['pair', 'passage', 'pair'], CHANGE_PAIR],
    ['a text after an answer', ['text', 'pair', 'text'], CHANGE_TEXT],
  ] as const)('as the same document: %s', async (_, ways, address) => {
    const { save, calls } = open(answers)
    let saved: Improvement | null = null
    for (const way of ways)
      saved = await toPromise(createActor(save, { input: { question, way, values, saved } }).start())
    expect(calls.at(-1)?.[0]).toBe(address)
  })

  it.each([
    ['an answer', 'pair', CHANGE_PAIR, ADD_PAIR],
    ['a text', 'text', CHANGE_TEXT, ADD_TEXT],
  ] as const)('as a new document if it was deleted: %s', async (_, way, change, add) => {
    const { save, calls } = open({ ...answers, [change]: refusal(404, 'not_found'), [add]: { id: 'd9' } })
    const saved = { documentId: 'd1', [way]: ADDED }
    const saving = createActor(save, { input: { question, way, values, saved } }).start()
    expect(await toPromise(saving)).toEqual({ documentId: 'd9', [way]: { ...ADDED, id: 'd9' } })
    expect(calls.map(([address]) => address)).toEqual([change, add])
  })

  it('is not added a second time if it could not be changed', async () => {
    const refused = refusal(403, 'forbidden')
    const { save, calls } = open({ ...answers, [CHANGE_PAIR]: refused })
    const saved = { documentId: 'd1', pair: ADDED }
    const saving = createActor(save, { input: { question, way: 'pair', values, saved } }).start()
    await expect(toPromise(saving)).rejects.toBe(refused)
    expect(calls.map(([address]) => address)).toEqual([CHANGE_PAIR])
  })
})

it('[S2.14] a passage becomes a golden question of its knowledge base, as it was asked (issue 40)', async () => {
  const { save, calls } = open({
    'GET /api/v1/documents/:id': { knowledge_base_id: 'k7' },
    'POST /api/v1/knowledge-bases/:id/golden-questions': { id: 'g1' },
  })
  const saving = createActor(save, { input: { question, way: 'passage', values, saved: null } }).start()
  expect(await toPromise(saving)).toEqual({
    documentId: 'd1',
    passage: { id: 'g1', knowledgeBaseId: 'k7', expected: CHOSEN },
  })
  expect(calls.at(-1)).toEqual([
    'POST /api/v1/knowledge-bases/:id/golden-questions',
    { question, expected: [CHOSEN] },
  ])
})

const PATCH = 'PATCH /api/v1/golden-questions/:id'
const ADD = 'POST /api/v1/knowledge-bases/:id/golden-questions'
const other = { document_id: 'd5', quote: 'We ship.' }
const first = { document_id: 'd4', quote: 'Ask us.' }

/** A knowledge base with one golden question. */
const baseWith = (text: string, ...expected: readonly object[]) => ({
  'GET /api/v1/documents/:id': { knowledge_base_id: 'k7' },
  'GET /api/v1/knowledge-bases/:id/golden-questions': [
    {
      id: 'g7',
      knowledge_base_id: 'k7',
      question: text,
      expected: [
        ...expected.map((one) => ({ ...one, is_gone: false })),
        { document_id: 'd6', quote: '', is_gone: true },
      ],
    },
  ],
  [PATCH]: {},
})

it.each([
  ['without a space at its end', ' y'],
  ['without half a character', '😀'],
])('[S2.14] a long passage is cut as the server stores it: %s (issue 40)', (_, rest) => {
  const quote = 'x'.repeat(1999)
  expect(expectationOf({ documentId: 'd1', quote: quote + rest })).toEqual({ document_id: 'd1', quote })
})

describe('[S2.14] another passage (issue 40)', () => {
  const added = { id: 'g7', knowledgeBaseId: 'k7', expected: first }
  const saved = { documentId: 'd4', passage: added }
  const saveIn = (answers: Readonly<Record<string, object>>, before: Improvement = saved) => {
    const { save, calls } = open(answers)
    const saving = createActor(save, { input: { question, way: 'passage', values, saved: before } }).start()
    return { calls, output: toPromise(saving) }
  }

  it('replaces the one that an earlier try added, and no other', async () => {
    const { calls, output } = saveIn(baseWith(question, first, other))
    expect(await output).toEqual({ documentId: 'd1', passage: { ...added, expected: CHOSEN } })
    expect(calls.at(-1)).toEqual([PATCH, { expected: [other, CHOSEN] }])
  })

  it('that others added already is not replaced by the next one', async () => {
    const { calls, output } = saveIn(baseWith(question, first, CHOSEN))
    expect((await output).passage).toBeUndefined()
    expect(calls.at(-1)).toEqual([PATCH, { expected: [CHOSEN] }])
  })

  it.each([
    ['was deleted', { ...baseWith(question, first), 'GET /api/v1/knowledge-bases/:id/golden-questions': [] }],
    ['is being deleted', { ...baseWith(question, first), [PATCH]: refusal(404, 'not_found') }],
  ])('becomes a golden question if the earlier one %s', async (_, answers) => {
    const { calls, output } = saveIn({ ...answers, [ADD]: { id: 'g8' } })
    expect((await output).passage).toEqual({ id: 'g8', knowledgeBaseId: 'k7', expected: CHOSEN })
    expect(calls.at(-1)).toEqual([ADD, { question, expected: [CHOSEN] }])
  })

  it('replaces it after an answer was written in between', async () => {
    const { save } = open({ 'POST /api/v1/knowledge-bases/:id/faq': { id: 'd9' } })
    const pair = await toPromise(
      createActor(save, { input: { question, way: 'pair', values, saved } }).start(),
    )
    const { calls, output } = saveIn(baseWith(question, first, other), pair)
    await output
    expect(calls.at(-1)).toEqual([PATCH, { expected: [other, CHOSEN] }])
  })
})

describe('[S2.14] a question that is golden already (issue 40)', () => {
  const known = refusal(409, 'question_known')
  const saveIn = (answers: Readonly<Record<string, object>>) => {
    const { save, calls } = open({ ...answers, [ADD]: known })
    const saving = createActor(save, { input: { question, way: 'passage', values, saved: null } }).start()
    return { calls, output: toPromise(saving) }
  }

  it('expects the passage too', async () => {
    const { calls, output } = saveIn(baseWith('DO YOU SHIP, please?', other))
    const passage = { id: 'g7', knowledgeBaseId: 'k7', expected: CHOSEN }
    expect(await output).toEqual({ documentId: 'd1', passage })
    expect(calls.at(-1)).toEqual([PATCH, { expected: [other, CHOSEN] }])
  })

  it('says that it expects as many passages as it may', async () => {
    const passages = Array.from({ length: 5 }, (_, n) => ({ document_id: `e${n}`, quote: '' }))
    const { calls, output } = saveIn(baseWith(question, ...passages))
    await expect(output).rejects.toMatchObject({
      detail:
        'The golden question already expects 5 passages. Remove one under Golden questions, then save again.',
    })
    expect(calls.at(-1)?.[0]).toMatch('GET')
  })

  it('is refused if the person cannot see it', async () => {
    const { output } = saveIn(baseWith('Another question', other))
    await expect(output).rejects.toBe(known)
  })
})

it('[S2.14] the question is asked again of what answered it before (issue 40)', async () => {
  const answer = message('a2', { status: 'complete', answered: true })
  const { askAgain, calls } = open({
    'POST /api/v1/integrations/:id/messages': { answer: { id: 'a2' } },
    'GET /api/v1/messages/:id': answer,
  })
  expect(await toPromise(createActor(askAgain, { input: subject }).start())).toBe(answer)
  expect(calls[0]?.[1]).toEqual({ content: question, config: 'published' })
})

it.each([
  ['is closed with all its answers', { 'PATCH /api/v1/organizations/:organizationId/gaps': {} }, undefined],
  [
    'is gone with its answers',
    { 'PATCH /api/v1/organizations/:organizationId/gaps': Object.assign(new Error('404'), { status: 404 }) },
    undefined,
  ],
  ['reports that it could not be closed', {}, expect.any(Error)],
])('[S2.14] a gap %s, and the list is read again', async (_, answers, failure) => {
  const { closeGap, calls, refresh } = open(answers)
  expect(await toPromise(createActor(closeGap, { input: subject }).start()).catch((error) => error)).toEqual(
    failure,
  )
  expect(calls).toEqual([
    ['PATCH /api/v1/organizations/:organizationId/gaps', { answer_ids: ['a1'], status: 'fixed' }],
  ])
  expect(refresh).toHaveBeenCalledOnce()
})
