import { GOLDEN_PLACES, type GoldenRun, type GoldenRunOrigin } from '../../../src/services/contract/golden.ts'
import type { RetrievalSettings } from '../../../src/services/contract/knowledge-bases.ts'
import type { GoldenResult } from '../../kernel/db/schema/golden.ts'
import { refusal } from '../../kernel/errors.ts'
import type { Hit } from '../retrieval/hit.ts'
import { figuresOf } from './figures.ts'
import { presentRun } from './golden.presenter.ts'
import type { GoldenRepository } from './golden.repository.ts'
import type { GoldenQuestionRow, GoldenRunRow } from './golden.types.ts'
import { holdsQuote } from './quotes.ts'

/** Number of questions between progress reports. */
const TOLD_EVERY = 5
/** A run silent for this long has ended with its process. */
const ABANDONED_AFTER = 120_000 // ms

export type FindPassages = (question: string, limit: number) => Promise<Pick<Hit, 'documentId' | 'content'>[]>

/** Reason and settings of a run. */
export type EvaluationOrigin = {
  kind: GoldenRunOrigin
  settings: RetrievalSettings
  /** Number of the index in use. */
  index: number
  userId: string | null
}

type Parts = { golden: GoldenRepository; tell: (run: GoldenRunRow) => void }
export type Evaluation = ReturnType<typeof createEvaluate>

/** Searches for a knowledge base's golden questions, and counts where the expected passages were found. */
export const createEvaluate = ({ golden, tell }: Parts) => {
  const placeOf = async (find: FindPassages, { question, expected }: GoldenQuestionRow) => {
    const hits = await find(question, GOLDEN_PLACES)
    const place = hits.findIndex(({ documentId, content }) =>
      expected.some(
        (one) => one.documentId === documentId && (one.quote === '' || holdsQuote(content, one.quote)),
      ),
    )
    return place < 0 ? null : place + 1
  }

  /**
   * Begins a run. Null if there are no questions.
   * @throws Refusal 409 while another one is running
   */
  const begin = async (knowledgeBaseId: string, origin: EvaluationOrigin) => {
    await golden.giveUp(knowledgeBaseId, new Date(Date.now() - ABANDONED_AFTER))
    const questions = await golden.questionsOf(knowledgeBaseId)
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
    tell(run)
    return { run, questions }
  }

  /** Null if the knowledge base has been deleted. */
  const finish = async (
    { run, questions }: { run: GoldenRunRow; questions: GoldenQuestionRow[] },
    find: FindPassages,
  ): Promise<GoldenRunRow | null> => {
    const results: GoldenResult[] = []
    try {
      for (const question of questions) {
        results.push({ questionId: question.id, place: await placeOf(find, question) })
        if (results.length % TOLD_EVERY !== 0 || results.length === questions.length) continue
        const moved = await golden.updateRun(run.id, { done: results.length })
        if (!moved) return null
        tell(moved)
      }
    } catch (error) {
      const failed = await golden.updateRun(run.id, { status: 'failed', finishedAt: new Date() })
      if (failed) tell(failed)
      throw error
    }
    const done = await golden.updateRun(run.id, {
      ...figuresOf(results),
      status: 'done',
      done: results.length,
      results,
      finishedAt: new Date(),
    })
    if (done) tell(done)
    return done
  }

  return {
    /** Newest first. */
    runsOf: golden.runsOf,
    begin,
    finish,
    /**
     * A complete run with any search function. Null if there are no questions.
     * @throws Refusal 409 while another one is running
     */
    async evaluate(
      knowledgeBaseId: string,
      find: FindPassages,
      origin: EvaluationOrigin,
    ): Promise<GoldenRun | null> {
      const begun = await begin(knowledgeBaseId, origin)
      const done = begun && (await finish(begun, find))
      return done && presentRun(done)
    },
  }
}
