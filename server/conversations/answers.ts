import type { Configuration } from '../../src/services/contract/integrations.ts'
import {
  type AnswerParts,
  type AnswerRun,
  type Assignment,
  INTERRUPTED,
  startAnswerRun,
} from './answer-run.ts'
import type { MessageRow } from './conversations.types.ts'

export type Answers = ReturnType<typeof createAnswers>

/** The answers that are being written, each told of over its socket word by word. */
export const createAnswers = (parts: AnswerParts) => {
  const running = new Map<string, AnswerRun>()
  let closing = false

  return {
    /** How an answer is written with such a configuration. */
    modeOf(configuration: Configuration) {
      const { mode, model } = parts.writersFor(configuration).answerer
      return { mode, model }
    },

    start(assignment: Assignment) {
      const { id } = assignment.message
      const run = startAnswerRun(parts, assignment, () => closing)
      running.set(id, run)
      void run.done.then(() => running.delete(id))
    },

    /** A message with what has arrived of it so far. */
    current(message: MessageRow): MessageRow {
      const run = running.get(message.id)
      return run && message.status === 'streaming'
        ? { ...message, content: run.content(), citations: run.citations() }
        : message
    },

    /** Resolves when the end of an answer that is written here is stored. */
    settled: async (id: string) => running.get(id)?.done,

    /** Ends an answer and keeps what has arrived; resolves when that is written. */
    async stop(id: string) {
      const run = running.get(id)
      run?.abort()
      await run?.done
      return run !== undefined
    },

    async close() {
      closing = true
      const runs = [...running.values()]
      for (const run of runs) run.abort(INTERRUPTED)
      await Promise.all(runs.map(({ done }) => done))
    },
  }
}
