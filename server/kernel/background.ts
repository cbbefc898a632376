import type { FastifyBaseLogger } from 'fastify'

export type Background = ReturnType<typeof createBackground>

/** Work that no response waits for, so that response times reveal nothing about it. */
export function createBackground(log: FastifyBaseLogger) {
  const running = new Set<Promise<void>>()
  let isEnding = false
  /** Waits for all running work, and for work that it starts. */
  const settle = async () => {
    while (running.size > 0) await Promise.all(running)
  }
  return {
    /** `what` begins the log line if the work fails. */
    run(what: string, work: () => Promise<void>) {
      const run = new Promise<void>((resolve) => setImmediate(resolve))
        .then(work)
        .catch((error: unknown) => log.error({ err: error }, `${what} failed`))
        .finally(() => running.delete(run))
      running.add(run)
    },
    settle,
    /** Whether the process ends: work in a queue, which others take up, need not begin. */
    isEnding: () => isEnding,
    /** Before the process ends. */
    end() {
      isEnding = true
      return settle()
    },
  }
}
