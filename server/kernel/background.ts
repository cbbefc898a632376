import type { FastifyBaseLogger } from 'fastify'

export type Background = ReturnType<typeof createBackground>

/** Work that no response waits for, so that response times reveal nothing about it. */
export function createBackground(log: FastifyBaseLogger) {
  const running = new Set<Promise<void>>()
  return {
    /** `what` begins the log line if the work fails. */
    run(what: string, work: () => Promise<void>) {
      const run = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(run))
      running.add(run)
    },
    /** Waits for all running work, and for work that it starts. */
    async settle() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
