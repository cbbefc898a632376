import { randomUUID } from 'node:crypto'
import type { Writers } from '../assistants/answering/writers.ts'
import type { Bus } from '../connection/realtime/bus.ts'
import type { Processes } from '../kernel/processes/processes.ts'
import { INTERRUPTED, startAnswerRun } from './answer-run.ts'
import { type AnswerParts, type AnswerRun, type Assignment, HANDED_OVER } from './answer-run.types.ts'
import type { MessageRow } from './conversations.types.ts'

const ANSWERED_WITHIN = 1_000 // ms

/** Requests to the process that writes an answer: store its text, or end it. */
type WriterCall = 'keep' | 'stop'

/**
 * Calls to whichever process writes an answer. `perform` handles requests of others, and returns whether the
 * answer is written here.
 */
const createWriterCalls = (
  bus: Bus,
  { isAlone }: Pick<Processes, 'isAlone'>,
  perform: (what: WriterCall, id: string) => Promise<boolean>,
) => {
  const waiting = new Map<string, () => void>()
  bus.subscribe<{ call: string; what: WriterCall; id: string }>('answer.called', ({ call, what, id }) => {
    void perform(what, id).then((isDone) => {
      if (isDone) bus.publish('answer.replied', { call })
    })
  })
  bus.subscribe<{ call: string }>('answer.replied', ({ call }) => waiting.get(call)?.())

  /** Whether the writer did it. */
  return async (what: WriterCall, id: string): Promise<boolean> => {
    if (isAlone) return false
    const call = randomUUID()
    const isDone = await new Promise<boolean>((resolve) => {
      const late = setTimeout(() => resolve(false), ANSWERED_WITHIN)
      waiting.set(call, () => {
        clearTimeout(late)
        resolve(true)
      })
      bus.publish('answer.called', { call, what, id })
    })
    waiting.delete(call)
    return isDone
  }
}

export type Answers = ReturnType<typeof createAnswers>

type Parts = AnswerParts & { processes: Processes; bus: Bus }

/** Answers in progress, each streamed over its socket word by word. */
export const createAnswers = ({ processes, bus, ...parts }: Parts) => {
  const running = new Map<string, AnswerRun>()
  const recording = new Set<Promise<void>>()
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
    /** The mode and model with which these writers answer. */
    modeOf: ({ answerer: { mode, model } }: Writers) => ({ mode, model, writtenBy: processes.id }),

    readinessOf: parts.readinessOf,

    start(assignment: Assignment) {
      const { id } = assignment.message
      const run = startAnswerRun(parts, assignment, () => closing)
      running.set(id, run)
      recording.add(run.recorded)
      void run.done.then(() => {
        // An answer that has ended may already be written again.
        if (running.get(id) === run) running.delete(id)
      })
      void run.recorded.then(() => recording.delete(run.recorded))
    },

    /** A message with the text so far. */
    async current(message: MessageRow): Promise<MessageRow> {
      if (message.status !== 'streaming') return message
      const run = running.get(message.id)
      if (run) return { ...message, content: run.content(), citations: run.citations() }
      // The text that another process stores each second is behind what its listeners received.
      if (!(await callWriter('keep', message.id))) return message
      return (await parts.messages.find(message.id))?.message ?? message
    },

    /** Whether this process is about to leave its answers to others. */
    isClosing: () => closing,

    /** Resolves once an answer is no longer written here: its end is stored, or it is left to another process. */
    settled: async (id: string) => running.get(id)?.done,

    /** Ends an answer and keeps the text so far; resolves once that is stored. False if no one is writing it. */
    stop: async (id: string) => (await stopHere(id)) || callWriter('stop', id),

    /**
     * Leaves answers in progress to another process; without one, they have failed. Waits for all records.
     * @param takingOver resolves once no answer of another process is taken over any more
     */
    async close(takingOver: Promise<unknown>) {
      closing = true
      // This process would take back what it leaves, and be gone: its takeover counts.
      await takingOver.catch(() => {})
      const isLeft = !processes.isAlone && (await processes.hasOthers().catch(() => false))
      for (const run of running.values()) run.abort(isLeft ? HANDED_OVER : INTERRUPTED)
      await Promise.all(recording)
    },
  }
}
