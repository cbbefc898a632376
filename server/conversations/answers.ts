import type { Writers } from '../assistants/answering/writers.ts'
import type { Bus } from '../connection/realtime/bus.ts'
import type { Processes } from '../kernel/processes/processes.ts'
import {
  type AnswerParts,
  type AnswerRun,
  type Assignment,
  HANDED_OVER,
  INTERRUPTED,
  startAnswerRun,
} from './answer-run.ts'
import type { MessageRow } from './conversations.types.ts'
import { createWriterCalls } from './writer-calls.ts'

export type Answers = ReturnType<typeof createAnswers>

type Parts = AnswerParts & { processes: Processes; bus: Bus }

/** The answers that are being written, each told of over its socket word by word. */
export const createAnswers = ({ processes, bus, ...parts }: Parts) => {
  const running = new Map<string, AnswerRun>()
  let closing = false

  const stopHere = async (id: string) => {
    const run = running.get(id)
    run?.abort()
    await run?.done
    return run !== undefined
  }
  const keepHere = async (id: string) => {
    const run = running.get(id)
    await run?.keep()
    return run !== undefined
  }
  const callWriter = createWriterCalls(bus, processes, (what, id) =>
    what === 'stop' ? stopHere(id) : keepHere(id),
  )

  return {
    /** How an answer is written by such writers, and where. */
    modeOf: ({ answerer: { mode, model } }: Writers) => ({ mode, model, writtenBy: processes.id }),

    readinessOf: parts.readinessOf,

    start(assignment: Assignment) {
      const { id } = assignment.message
      const run = startAnswerRun(parts, assignment, () => closing)
      running.set(id, run)
      void run.done.then(() => running.delete(id))
    },

    /** A message with what has arrived of it so far. */
    async current(message: MessageRow): Promise<MessageRow> {
      if (message.status !== 'streaming') return message
      const run = running.get(message.id)
      if (run) return { ...message, content: run.content(), citations: run.citations() }
      // What another process stores each second is behind what its listeners have heard.
      if (!(await callWriter('keep', message.id))) return message
      return (await parts.messages.find(message.id))?.message ?? message
    },

    /** Resolves when the end of an answer that is written here is stored. */
    settled: async (id: string) => running.get(id)?.done,

    /** Ends an answer and keeps what has arrived; resolves when that is written. False where nobody writes it. */
    stop: async (id: string) => (await stopHere(id)) || callWriter('stop', id),

    /** Leaves what is under way to another process; where there is none, it has failed. */
    async close() {
      closing = true
      const isLeft = !processes.isAlone && (await processes.hasOthers().catch(() => false))
      const runs = [...running.values()]
      for (const run of runs) run.abort(isLeft ? HANDED_OVER : INTERRUPTED)
      await Promise.all(runs.map(({ done }) => done))
    },
  }
}
