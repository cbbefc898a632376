/**
 * Aborts its signal when nothing has moved for a while, however long all of it takes. Once all is there, that ends
 * nothing any more.
 */
export function stallTimer(limit: number) {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = (ms = limit) => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), ms)
  }
  moved()
  return { signal: stalled.signal, moved }
}
