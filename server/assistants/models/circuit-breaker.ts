const FAILURES_MAX = 2
const OPEN_FOR = 30_000 // ms

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

/**
 * Skips providers that are not worth waiting for: for half a minute after two failures in a row; then one
 * request tries the provider again. Each process counts separately.
 */
export const createCircuitBreaker = () => {
  const failing = new Map<string, { failures: number; openUntil: number }>()
  return {
    isOpen: (circuit: string) => (failing.get(circuit)?.openUntil ?? 0) > Date.now(),

    /** The first caller after the pause may; concurrent ones wait for its result. */
    mayAsk(circuit: string): boolean {
      const state = failing.get(circuit)
      if (!state || state.failures < FAILURES_MAX) return true
      if (state.openUntil > Date.now()) return false
      state.openUntil = Date.now() + OPEN_FOR
      return true
    },

    succeeded(circuit: string): void {
      failing.delete(circuit)
    },

    failed(circuit: string): void {
      const failures = (failing.get(circuit)?.failures ?? 0) + 1
      failing.set(circuit, { failures, openUntil: failures < FAILURES_MAX ? 0 : Date.now() + OPEN_FOR })
    },
  }
}
