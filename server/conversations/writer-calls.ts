import { randomUUID } from 'node:crypto'
import type { Bus } from '../connection/realtime/bus.ts'
import type { Processes } from '../kernel/processes/processes.ts'

const ANSWERED_WITHIN = 1_000 // ms

/** Requests to the process that writes an answer: store its text, or end it. */
export type WriterCall = 'keep' | 'stop'

/**
 * Calls to whichever process writes an answer. `perform` handles requests of others, and returns whether the
 * answer is written here.
 */
export const createWriterCalls = (
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
