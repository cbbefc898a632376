/** Exits with 0 if this machine's server is ready; for container health checks. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/ready`, {
  signal: AbortSignal.timeout(8_000),
}).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
