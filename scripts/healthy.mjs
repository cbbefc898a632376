/** Ends with 0 when the server of this machine says that it can work; for container health checks. */
const answer = await fetch(`http://127.0.0.1:${process.env.PORT || 3000}/ready`, {
  signal: AbortSignal.timeout(8_000),
}).catch(() => null)
process.exit(answer?.ok ? 0 : 1)
