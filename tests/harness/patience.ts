/** Over a slow network and beside busy processes (scripts/stress.mjs), what is merely slow must not look like a race. */
const TIMES = process.env.SLOW_NETWORK ? 3 : 1

/**
 * How long tests of all kinds wait, in ms, and none a shorter time of its own: machines are shared, and late now and
 * then. What hangs still ends.
 */
export const PATIENCE = {
  /** For one thing that is to come; documents are read when nothing else is to be done. */
  wait: TIMES * 180_000,
  test: TIMES * 600_000,
  /** Servers and browsers begin in hooks and fixtures. */
  hook: TIMES * 900_000,
}
