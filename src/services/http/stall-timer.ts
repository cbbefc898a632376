/** Aborts its signal when nothing has moved for a while, however long all of it takes, until the request has ended. */
export function stallTimer(limit: number) {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), ms)
  }
  moved(limit)
  return { signal: stalled.signal, moved, ended: () => clearTimeout(timer) }
}
