import { eq } from 'drizzle-orm'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { goldenQuestions, goldenRuns, messages } from '../../server/kernel/db/schema/index.ts'
import {
  createEvaluate,
  type Evaluation,
  figuresOf,
  holdsQuote,
} from '../../server/knowledge/golden/evaluate.ts'
import { createGoldenModule } from '../../server/knowledge/golden/golden.module.ts'
import type { GoldenRepository } from '../../server/knowledge/golden/golden.repository.ts'
import {
  GOLDEN_QUESTIONS_MAX,
  GoldenQuestion,
  GoldenQuestionList,
  GoldenRun,
  GoldenRunList,
} from '../../src/services/contract/golden.ts'
import { DEFAULT_RETRIEVAL_SETTINGS } from '../../src/services/contract/knowledge-bases.ts'
import { demoFile } from '../harness/files.ts'
import { until } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

type Evaluate = Parameters<Evaluation['evaluate']>

describe('[S2.12] golden questions', async () => {
  const { server, ann, organizationId } = await serveOrganization()
  const add = (question: string, expected: object[], to = base) =>
    ann.call('POST', `/api/v1/knowledge-bases/${to}/golden-questions`, { question, expected })
  const questions = async (of = base) =>
    GoldenQuestionList.parse((await ann.call('GET', `/api/v1/knowledge-bases/${of}/golden-questions`)).body)
  const runs = async (of = base) =>
    GoldenRunList.parse((await ann.call('GET', `/api/v1/knowledge-bases/${of}/golden-runs`)).body)
  const evaluate = async (find: Evaluate[1], origin: Evaluate[2]) => {
    const { evaluation } = createGoldenModule(server.context, server.retrieval)
    return evaluation.evaluate(base, find, origin, await evaluation.questionsOf(base))
  }
  const run = async () => {
    const { status, body } = await ann.call('POST', `/api/v1/knowledge-bases/${base}/golden-runs`)
    expect(status).toBe(202)
    const { id } = GoldenRun.parse(body)
    const all = await until(runs, (seen) => seen.some((one) => one.id === id && one.status !== 'running'))
    return all.find((one) => one.id === id)!
  }

  const base = (await ann.knowledgeBase(organizationId)).id
  const { body } = await ann.upload(base, [
    await demoFile('leather-care.md'),
    await demoFile('returns-policy.md'),
  ])
  const care = body.results[0]!.document!.id
  const documents = await ann.settled(base)
  expect(documents.map(({ status, error }) => [status, error])).toEqual([
    ['ready', null],
    ['ready', null],
  ])

  it('are not asked where there are none', async () => {
    expect(await questions()).toEqual([])
    expect((await ann.call('POST', `/api/v1/knowledge-bases/${base}/golden-runs`)).body.code).toBe(
      'no_questions',
    )
    const origin = { settings: DEFAULT_RETRIEVAL_SETTINGS, index: 2, userId: null, kind: 'reindex' as const }
    expect(await evaluate(async () => [], origin)).toBeNull()
  })

  it('are found at a rank or not, and the run counts both', async () => {
    const found = await add('How do I get rid of salt stains?', [
      { document_id: care, quote: 'one part vinegar with two parts water' },
    ])
    expect(found.status, JSON.stringify(found.body)).toBe(201)
    expect(GoldenQuestion.parse(found.body)).toMatchObject({
      expected: [{ document_name: 'leather-care.md', is_gone: false }],
      last: null,
    })
    await add('Who won the world cup?', [{ document_id: care, quote: 'a sentence that nobody ever wrote' }])
    await add('Where may wet boots dry?', [{ document_id: care }])
    const done = await run()
    expect(done).toMatchObject({ status: 'done', done: 3, total: 3, origin: 'manual', index: 1 })
    expect(done.settings).toEqual(DEFAULT_RETRIEVAL_SETTINGS)
    const [stains, cup, dry] = await questions()
    expect(stains?.last?.place).toBe(1)
    expect(cup?.last?.place).toBeNull()
    expect(dry?.last?.place).toBeGreaterThanOrEqual(1)
    expect(done.recall?.at_10).toBeCloseTo(2 / 3)
  })

  it('forget their last place when they change', async () => {
    const [first] = await questions()
    const { body } = await ann.call('PATCH', `/api/v1/golden-questions/${first!.id}`, {
      question: 'What removes salt stains?',
    })
    expect(body).toMatchObject({ question: 'What removes salt stains?', last: null })
    await run()
    expect((await questions())[0]?.last?.place).toBe(1)
  })

  it('are measured with whatever finds passages, before an index is published', async () => {
    const settings = { ...DEFAULT_RETRIEVAL_SETTINGS, passage_size: 600 }
    const found = await evaluate(
      async () => [
        { documentId: crypto.randomUUID(), content: 'x' },
        { documentId: care, content: 'x' },
      ],
      { settings, index: 7, userId: null, kind: 'reindex' },
    )
    expect(found).toMatchObject({ status: 'done', origin: 'reindex', index: 7, settings, mrr: 0.5 / 3 })
    expect((await runs())[0]).toEqual(found)
  })

  it('are not kept when the search of an index fails, and can be asked again', async () => {
    const origin = { settings: DEFAULT_RETRIEVAL_SETTINGS, index: 8, userId: null, kind: 'reindex' as const }
    // What anyone who watches reads at each message.
    const shown: Promise<number>[] = []
    const count = async () => server.database.db.$count(goldenRuns, eq(goldenRuns.indexNumber, 8))
    const publish = vi.spyOn(server.context.hub, 'publish').mockImplementation((_, type) => {
      if (type === 'golden_run_update') shown.push(count())
    })
    onTestFinished(() => publish.mockRestore())
    await expect(evaluate(() => Promise.reject(new Error('the index thread ended')), origin)).rejects.toThrow(
      'the index thread ended',
    )
    expect(shown).toHaveLength(3)
    expect(await shown[2]).toBe(0)
    publish.mockRestore()
    expect((await runs()).filter(({ index }) => index === 8)).toEqual([])
    expect((await run()).status).toBe('done')
  })

  it('are asked once at a time, and again where a process has ended in the middle', async () => {
    const running = {
      knowledgeBaseId: base,
      origin: 'manual' as const,
      total: 3,
      settings: DEFAULT_RETRIEVAL_SETTINGS,
    }
    await server.database.db.insert(goldenRuns).values(running)
    const post = () => ann.call('POST', `/api/v1/knowledge-bases/${base}/golden-runs`)
    expect(await post()).toMatchObject({ status: 409, body: { code: 'run_under_way' } })
    await server.database.db.update(goldenRuns).set({ movedAt: new Date(0) })
    // The page offers another run once none is running.
    expect((await runs())[0]).toMatchObject({ status: 'failed', finished_at: expect.any(String) })
    expect((await run()).status).toBe('done')
    expect((await runs()).filter(({ status }) => status === 'running')).toEqual([])
  })

  it('are shown as failed to those who saw them running, after a while', async () => {
    const [run] = await server.database.db.select().from(goldenRuns).limit(1)
    let row = { ...run!, status: 'running' as GoldenRun['status'], movedAt: new Date() }
    const told: string[] = []
    const { runsOf } = createEvaluate({
      golden: {
        runsOf: async () => [row],
        giveUp: async (_: string, since: Date) => {
          if (row.status !== 'running' || row.movedAt >= since) return []
          row = { ...row, status: 'failed' }
          return [row]
        },
      } as unknown as GoldenRepository,
      background: server.context.background,
      notify: ({ status }) => told.push(status),
    })
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    await runsOf(base)
    await runsOf(base)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(240_000)
    expect(told).toEqual(['failed'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('show after each one that the run goes on', async () => {
    const origin = { settings: DEFAULT_RETRIEVAL_SETTINGS, index: 9, userId: null, kind: 'reindex' as const }
    const isOfRun = eq(goldenRuns.indexNumber, 9)
    const movedAt: number[] = []
    const slow = async () => {
      const [shown] = await server.database.db.select().from(goldenRuns).where(isOfRun)
      movedAt.push(shown!.movedAt.getTime())
      await server.database.db
        .update(goldenRuns)
        .set({ movedAt: new Date(0) })
        .where(isOfRun)
      return []
    }
    expect(await evaluate(slow, origin)).toMatchObject({ status: 'done' })
    expect(movedAt.length).toBeGreaterThan(1)
    expect(movedAt).not.toContain(0)
  })

  it('are asked again, and not skipped, if the run of an index was given up', async () => {
    const origin = { settings: DEFAULT_RETRIEVAL_SETTINGS, index: 10, userId: null, kind: 'reindex' as const }
    const silent = async () => {
      await server.database.db.update(goldenRuns).set({ movedAt: new Date(0) })
      await runs()
      return []
    }
    await expect(evaluate(silent, origin)).rejects.toThrow('given up')
    expect((await runs()).filter(({ index }) => index === 10)).toEqual([])
  })

  it('are left where the process ends, and can be asked again', async () => {
    const ending = vi.spyOn(server.context.background, 'isEnding').mockReturnValue(true)
    expect(await run()).toMatchObject({ status: 'failed', done: 0 })
    ending.mockRestore()
    expect((await run()).status).toBe('done')
  })

  it('are taken from a conversation with the passages that the answer cites', async () => {
    const integration = (await ann.integration(organizationId, [base])).id
    const answer = await ann.ask(integration, 'How do I wax smooth leather?')
    expect(answer.answered).toBe(true)
    const { status, body } = await ann.call('POST', `/api/v1/messages/${answer.id}/golden-question`)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.question).toBe('How do I wax smooth leather?')
    expect(body.expected[0]).toMatchObject({ document_id: care, quote: answer.citations[0]?.quote })
    const again = await ann.call('POST', `/api/v1/messages/${answer.id}/golden-question`)
    expect(again).toMatchObject({ status: 409, body: { code: 'question_known' } })
    const refused = await ann.ask(integration, 'Who won the world cup in 2018?')
    expect((await ann.call('POST', `/api/v1/messages/${refused.id}/golden-question`)).body.code).toBe(
      'nothing_cited',
    )
    await run()
    expect((await questions()).at(-1)?.last?.place).toBe(1)
  })

  it('are taken from a document and an answer that are cut within an emoji', async () => {
    const heading = 'a'.repeat(199)
    const content = `# ${heading}😀 and more\n\nRosewood chairs are oiled twice a year.`
    const id = await ann.filled(organizationId, [{ name: 'emoji.md', content }], 'Emoji')
    const [document] = await ann.settled(id)
    expect(document).toMatchObject({ status: 'ready', error: null })

    const integration = (await ann.integration(organizationId, [id], 'Emoji')).id
    const answer = await ann.ask(integration, 'How often are rosewood chairs oiled?')
    expect(answer.citations[0]).toMatchObject({ heading_path: [heading] })
    const citations = [{ ...answer.citations[0]!, quote: `${'x'.repeat(1_999)}😀` }]
    await server.database.db.update(messages).set({ citations }).where(eq(messages.id, answer.id))
    const taken = await ann.call('POST', `/api/v1/messages/${answer.id}/golden-question`)
    expect(taken).toMatchObject({ status: 201, body: { expected: [{ quote: 'x'.repeat(1_999) }] } })
  })

  it('keep the name of a document that is gone', async () => {
    const { body } = await ann.upload(base, [{ name: 'gone.txt', content: 'Laces come in three lengths.' }])
    await ann.settled(base)
    const id = body.results[0]!.document!.id
    await add('How long are laces?', [{ document_id: id }])
    await ann.call('DELETE', `/api/v1/documents/${id}`)
    expect((await questions()).at(-1)?.expected).toEqual([
      { document_id: id, document_name: 'gone.txt', quote: '', is_gone: true },
    ])
  })

  it.each([
    ['no question', { question: ' ', expected: [{ document_id: crypto.randomUUID() }] }, 'question'],
    ['nothing expected', { question: 'x', expected: [] }, 'expected'],
    [
      'a document of elsewhere',
      { question: 'x', expected: [{ document_id: crypto.randomUUID() }] },
      'expected',
    ],
    ['an endless question', { question: 'x'.repeat(2_001), expected: [] }, 'question'],
  ])('refuse %s', async (_, { question, expected }, field) => {
    expect(await add(question, expected)).toMatchObject({
      status: 422,
      body: { fields: { [field]: expect.any(String) } },
    })
  })

  it('are unique, whatever the case, and can be deleted', async () => {
    const first = await add('Is it waterproof?', [{ document_id: care }])
    expect(await add('IS IT WATERPROOF?', [{ document_id: care }])).toMatchObject({
      status: 409,
      body: { code: 'question_known', fields: { question: expect.any(String) } },
    })
    expect((await ann.call('DELETE', `/api/v1/golden-questions/${first.body.id}`)).status).toBe(200)
    expect((await questions()).map(({ id }) => id)).not.toContain(first.body.id)
  })

  it('are no more than a knowledge base has room for', async () => {
    const other = (await ann.knowledgeBase(organizationId, 'Full')).id
    await server.database.db.insert(goldenQuestions).values(
      Array.from({ length: GOLDEN_QUESTIONS_MAX }, (_, n) => ({
        knowledgeBaseId: other,
        question: `Question ${n}`,
        expected: [],
      })),
    )
    const { body } = await ann.upload(other, [{ name: 'a.txt', content: 'Boots.' }])
    const full = await add('One more?', [{ document_id: body.results[0]!.document!.id }], other)
    expect(full).toMatchObject({ status: 409, body: { code: 'too_many_questions' } })
  })
})

describe('a quote', () => {
  const QUOTE = 'Mix equal parts of water and white vinegar, and wipe the stain with a soft cloth.'
  it.each([
    ['as it was read', `Salt. ${QUOTE} Let it dry.`, true],
    ['with other spaces, marks and letters of another case', QUOTE.toUpperCase().replace(/ /g, '\n*'), true],
    ['of which a passage holds the longer part', `${QUOTE.slice(0, 55)}`, true],
    ['of which a passage holds a few words', 'Mix equal parts of sand and clay.', false],
    ['that is not there', 'Wax smooth leather every six weeks.', false],
  ])('%s', (_, content, holds) => {
    expect(holdsQuote(content, QUOTE)).toBe(holds)
  })

  it('of a language that writes no spaces', () => {
    expect(holdsQuote('返品期間は三十日です。靴は未使用に限ります。', '返品期間は 三十日です')).toBe(true)
  })
})

it('recall and mean reciprocal rank count a question without a hit as 0', () => {
  const places = [1, 2, 6, 11, null]
  expect(figuresOf(places.map((place) => ({ questionId: 'q', place })))).toEqual({
    recall: { at_1: 0.2, at_5: 0.4, at_10: 0.6 },
    mrr: (1 + 1 / 2 + 1 / 6 + 1 / 11) / 5,
  })
})
