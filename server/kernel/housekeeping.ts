import type { FastifyBaseLogger } from 'fastify'
import type { Processes } from './processes/processes.ts'

const HOUR = 3_600_000
/** A little less than the hour, so that the process whose turn it was takes the next one, too. */
const DONE_FOR = HOUR - 60_000

type Sweep = () => Promise<unknown>
type Parts = {
  log: FastifyBaseLogger
  processes: Pick<Processes, 'takesTurn'>
  /** What all processes share: one of them does it. */
  shared: readonly Sweep[]
  /** What lies on the disk of each. */
  own: readonly Sweep[]
}

/** Runs every sweep once an hour, each whether or not another failed. */
export function keepHouse({ log, processes, shared, own }: Parts) {
  const trying = (work: Sweep) =>
    work().catch((error: unknown) => log.error({ err: error }, 'what is old could not be deleted'))
  const all = async (sweeps: readonly Sweep[]) => {
    for (const one of sweeps) await trying(one)
  }
  const timer = setInterval(() => {
    void all(own)
    void trying(async () => {
      if (await processes.takesTurn('housekeeping', DONE_FOR)) await all(shared)
    })
  }, HOUR)
  return { sweep: () => all([...shared, ...own]), stop: () => clearInterval(timer) }
}
