import { GOLDEN_PLACES, type GoldenRun, type GoldenRunOrigin } from '../../../src/services/contract/golden.ts'
import type { RetrievalSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { Background } from '../../kernel/background.ts'
import type { GoldenResult } from '../../kernel/db/schema/golden.ts'
import { refusal } from '../../kernel/errors.ts'
import type { Hit } from '../retrieval/hit.ts'
import { presentRun } from './golden.presenter.ts'
import type { GoldenQuestionRow, GoldenRepository, GoldenRunRow } from './golden.repository.ts'

/** Runs of this many letters, ignoring blanks, distinguish texts of one language. */
const RUN = 12
/** A passage cut at another place contains at least the longer part of a quote. */
const SHARE_MIN = 0.5

const lettersOf = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a passage contains a quote, wherever the document was cut. */
export const holdsQuote = (content: string, quote: string) => {
  const [held, wanted] = [lettersOf(content), lettersOf(quote)]
  if (held.includes(wanted)) return true
  const runs = Math.max(1, wanted.length - RUN + 1)
  let found = 0
  for (let at = 0; at < runs; at++) if (held.includes(wanted.slice(at, at + RUN))) found++
  return found / runs >= SHARE_MIN
}

const share = (results: GoldenResult[], places: number) =>
  results.filter(({ place }) => place !== null && place <= places).length / results.length

/** Recall within the first results, and the mean of 1 / place; needs at least one result. */
export const figuresOf = (results: GoldenResult[]) => ({
  recall: { at_1: share(results, 1), at_5: share(results, 5), at_10: share(results, 10) },
  mrr: results.reduce((sum, { place }) => sum + (place === null ? 0 : 1 / place), 0) / results.length,
})

/** Number of questions between messages about the progress. */
const PROGRESS_EVERY = 5
/** A run silent for this long has ended with its process: one question takes half a minute at most. */
const ABANDONED_AFTER = 120_000 // ms

type FindPassages = (question: string, limit: number) => Promise<Pick<Hit, 'documentId' | 'content'>[]>

/** Reason and settings of a run. */
type EvaluationOrigin = {
  kind: GoldenRunOrigin
  settings: RetrievalSettings
  /** Number of the index in use. */
  index: number
  userId: string | null
}

type Parts = {
  golden: GoldenRepository
  background: Pick<Background, 'isEnding'>
  notify: (run: GoldenRunRow) => void
}
export type Evaluation = ReturnType<typeof createEvaluate>

/** Searches for a knowledge base's golden questions, and counts where the expected passages were found. */
export const createEvaluate = ({ golden, background, notify }: Parts) => {
  const placeOf = async (find: FindPassages, { question, expected }: GoldenQuestionRow) => {
    const hits = await find(question, GOLDEN_PLACES)
    const place = hits.findIndex(({ documentId, content }) =>
      expected.some(
        (one) => one.documentId === documentId && (one.quote === '' || holdsQuote(content, one.quote)),
      ),
    )
    return place < 0 ? null : place + 1
  }

  const giveUp = async (knowledgeBaseId: string) => {
    const since = new Date(Date.now() - ABANDONED_AFTER)
    for (const run of await golden.giveUp(knowledgeBaseId, since)) notify(run)
  }

  /** Knowledge bases whose runs will be looked at again. */
  const watched = new Set<string>()

  /**
   * Newest first. A run whose process has ended is not shown as running: it would keep others from being begun. One
   * that is shown as running is looked at again, since its process may end without a message.
   */
  const runsOf = async (knowledgeBaseId: string) => {
    await giveUp(knowledgeBaseId)
    const runs = await golden.runsOf(knowledgeBaseId)
    if (runs[0]?.status === 'running' && !watched.has(knowledgeBaseId)) {
      watched.add(knowledgeBaseId)
      setTimeout(() => {
        watched.delete(knowledgeBaseId)
        runsOf(knowledgeBaseId).catch(() => {})
      }, ABANDONED_AFTER).unref()
    }
    return runs
  }

  /**
   * Begins a run. Null if there are no questions.
   * @throws Refusal 409 while another one is running
   */
  const begin = async (knowledgeBaseId: string, origin: EvaluationOrigin, questions: GoldenQuestionRow[]) => {
    await giveUp(knowledgeBaseId)
    if (questions.length === 0) return null
    const run = await golden.insertRun({
      knowledgeBaseId,
      origin: origin.kind,
      total: questions.length,
      settings: origin.settings,
      indexNumber: origin.index,
      createdBy: origin.userId,
    })
    if (!run) throw refusal('run_under_way')
    notify(run)
    return { run, questions }
  }

  const update = async (...changed: Parameters<GoldenRepository['updateRun']>) => {
    const run = await golden.updateRun(...changed)
    if (run) notify(run)
    return run
  }

  /** Null if the run has been given up, or its knowledge base deleted. */
  const finish = async (
    { run, questions }: { run: GoldenRunRow; questions: GoldenQuestionRow[] },
    find: FindPassages,
  ): Promise<GoldenRunRow | null> => {
    const results: GoldenResult[] = []
    try {
      for (const question of questions) {
        if (background.isEnding()) throw new Error('the process ends')
        results.push({ questionId: question.id, place: await placeOf(find, question) })
        const moved = await golden.updateRun(run.id, { done: results.length })
        if (!moved) return null
        if (results.length % PROGRESS_EVERY === 0) notify(moved)
      }
    } catch (error) {
      await update(run.id, { status: 'failed', finishedAt: new Date() })
      throw error
    }
    return update(run.id, {
      ...figuresOf(results),
      status: 'done',
      done: results.length,
      results,
      finishedAt: new Date(),
    })
  }

  return {
    runsOf,
    questionsOf: golden.questionsOf,
    begin,
    finish,
    /**
     * A complete run with any search function. Null if there are no questions. One that fails is not kept: it is
     * tried again, and the failures of a day would replace the runs that are kept.
     * @throws Refusal 409 while another one is running
     */
    async evaluate(
      knowledgeBaseId: string,
      find: FindPassages,
      origin: EvaluationOrigin,
      questions: GoldenQuestionRow[],
    ): Promise<GoldenRun | null> {
      const begun = await begin(knowledgeBaseId, origin, questions)
      if (!begun) return null
      try {
        const done = await finish(begun, find)
        if (!done) throw new Error('the run was given up')
        return presentRun(done)
      } catch (error) {
        await golden.removeRun(begun.run.id)
        // Anyone who watches reads the runs again, without this one.
        notify({ ...begun.run, status: 'failed' })
        throw error
      }
    },
  }
}
