import type { FastifyBaseLogger } from 'fastify'

const EVERY = 60_000 // ms

/** Logs a failure that may occur with every request at most once a minute. */
export const createOccasionalWarning = (log: FastifyBaseLogger, message: string) => {
  let loggedAt = Number.NEGATIVE_INFINITY
  return (error: unknown) => {
    if (Date.now() - loggedAt < EVERY) return
    loggedAt = Date.now()
    log.warn({ err: error }, message)
  }
}
