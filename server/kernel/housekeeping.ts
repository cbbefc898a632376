import type { FastifyBaseLogger } from 'fastify'
import { HOUR, MINUTE } from './durations.ts'
import type { Processes } from './processes/processes.ts'

/** Slightly under an hour, so that the same process can take the next turn. */
const DONE_FOR = HOUR - MINUTE

type Sweep = () => Promise<unknown>
type Parts = {
  log: FastifyBaseLogger
  processes: Pick<Processes, 'takesTurn'>
  /** Shared by all processes: one of them does it. */
  shared: readonly Sweep[]
  /** For each process's own disk. */
  own: readonly Sweep[]
}

/** Runs every sweep, even if others fail. */
export function createHousekeeping({ log, processes, shared, own }: Parts) {
  const trying = (work: Sweep) =>
    work().catch((error: unknown) => log.error({ err: error }, 'what is old could not be deleted'))
  const all = async (sweeps: readonly Sweep[]) => {
    for (const one of sweeps) await trying(one)
  }
  const look = () => {
    timer = setTimeout(look, HOUR)
    void all(own)
    void trying(async () => {
      if (await processes.takesTurn('housekeeping', DONE_FOR)) await all(shared)
    })
  }
  let timer: NodeJS.Timeout | undefined
  return {
    sweep: () => all([...shared, ...own]),
    /** Once an hour; first after a minute, as not every server runs for an hour. */
    start: () => {
      timer = setTimeout(look, MINUTE)
    },
    stop: () => clearTimeout(timer),
  }
}
