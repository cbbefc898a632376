/** Over a slow network and beside busy processes (scripts/stress.mjs), slowness must not look like a race. Pages have no `process`. */
const TIMES = globalThis.process?.env.SLOW_NETWORK ? 3 : 1

/**
 * How long all tests wait, in ms; none waits a shorter time of its own: machines are shared, and occasionally slow.
 * Anything that hangs still ends.
 */
export const PATIENCE = {
  /** For one expected event; documents are read when the server is otherwise idle. */
  wait: TIMES * 180_000,
  test: TIMES * 600_000,
  /** Servers and browsers start in hooks and fixtures. */
  hook: TIMES * 900_000,
}
