const FAILURES_MAX = 2
const OPEN_FOR = 30_000 // ms

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Which providers are not worth waiting for: after two failures in a row one is passed over for half a minute; then
 * one request tries it again. Each process counts for itself.
 */
export const createCircuitBreaker = (now: () => number = Date.now) => {
  const failing = new Map<string, { failures: number; openUntil: number }>()
  return {
    isOpen: (circuit: string) => (failing.get(circuit)?.openUntil ?? 0) > now(),

    /** The first that asks after the pause may; those beside it wait for what comes of that. */
    mayAsk(circuit: string): boolean {
      const state = failing.get(circuit)
      if (!state || state.failures < FAILURES_MAX) return true
      if (state.openUntil > now()) return false
      state.openUntil = now() + OPEN_FOR
      return true
    },

    succeeded(circuit: string): void {
      failing.delete(circuit)
    },

    failed(circuit: string): void {
      const failures = (failing.get(circuit)?.failures ?? 0) + 1
      failing.set(circuit, { failures, openUntil: failures < FAILURES_MAX ? 0 : now() + OPEN_FOR })
    },
  }
}
