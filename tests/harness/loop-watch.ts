import { threadCpu } from './thread-cpu.ts'

/**
 * Longest block of the event loop that a test accepts, in ms of the thread's own time. The faults that these tests
 * detect blocked it for seconds; garbage collection of a heap that many tests share takes some tenths of one.
 */
export const HELD_MAX = 1_000

/** Measures how long this thread's event loop is blocked at a time; other programs do not count. */
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
    /** Stops measuring; returns ms of the longest block. */
    end: () => {
      isWatching = false
      return longest
    },
  }
}
