import type { FastifyBaseLogger } from 'fastify'

export type Background = ReturnType<typeof createBackground>

/** Work that no answer waits for, so that how long it takes tells nobody anything. */
export function createBackground(log: FastifyBaseLogger) {
  const running = new Set<Promise<void>>()
  return {
    /** `what` begins the line of the log when it fails. */
    run(what: string, work: () => Promise<void>) {
      const run = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(run))
      running.add(run)
    },
    /** Waits for all that is under way, and for what that begins. */
    async settle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
