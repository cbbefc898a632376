import type { FastifyBaseLogger } from 'fastify'

const HOUR = 3_600_000

/** Runs every sweep once an hour, each whether or not another failed. */
export function keepHouse(log: FastifyBaseLogger, sweeps: readonly (() => Promise<unknown>)[]) {
  const sweep = async () => {
    for (const one of sweeps)
      await one().catch((error: unknown) => log.error({ err: error }, 'old rows could not be deleted'))
  }
  const timer = setInterval(sweep, HOUR)
  return { sweep, stop: () => clearInterval(timer) }
}
