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

/** Progress is told after so many questions. */
const TOLD_EVERY = 5
/** A run that has not come forward for so long has ended with its process. */
const ABANDONED_AFTER = 120_000 // ms

export type FindPassages = (question: string, limit: number) => Promise<Pick<Hit, 'documentId' | 'content'>[]>

/** Why a run is made, and with what. */
export type EvaluationOrigin = {
  kind: GoldenRunOrigin
  settings: RetrievalSettings
  /** The number of the index that is searched. */
  index: number
  userId: string | null
}

type Parts = { golden: GoldenRepository; tell: (run: GoldenRunRow) => void }
export type Evaluation = ReturnType<typeof createEvaluate>

/** Searches for the golden questions of a knowledge base, and counts where what they expect was found. */
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
   * Begins a run. Null where there is no question.
   * @throws Refusal 409 while another one is under way
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

  /** Null when the knowledge base is deleted meanwhile. */
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
     * A whole run with whatever finds passages. Null where there is no question.
     * @throws Refusal 409 while another one is under way
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
