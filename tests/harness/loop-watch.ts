import { threadCpu } from './thread-cpu.ts'

/**
 * Longest hold of the event loop that a test accepts, in ms of the thread's own time. What these tests guard against
 * held it for seconds; a collection of garbage, of a heap that many tests share, holds it for some tenths of one.
 */
export const HELD_MAX = 1_000

/** Watches how long the event loop of this thread is held at a time; other programs do not count. */
export function watchLoop() {
  let longest = 0
  let before = threadCpu()
  let isWatching = true
  const look = () => {
    const now = threadCpu()
    longest = Math.max(longest, now - before)
    before = now
    if (isWatching) setImmediate(look)
  }
  setImmediate(look)
  return {
    /** Ends the watch; ms of the longest hold. */
    end: () => {
      isWatching = false
      return longest
    },
  }
}
