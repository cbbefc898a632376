import { existsSync, readFileSync } from 'node:fs'

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

type ThreadCpu = () => { user: number; system: number }
const { threadCpuUsage } = process as { threadCpuUsage?: ThreadCpu }
const SCHEDULED = '/proc/thread-self/schedstat' // Linux: ns on the processor, of the thread that reads it

/** CPU time of this thread in ms; other threads and programs do not affect it. */
export function threadCpu(): number {
  if (threadCpuUsage) {
    const { user, system } = threadCpuUsage.call(process)
    return (user + system) / 1000
  }
  if (existsSync(SCHEDULED)) return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const PAGE_BYTES = 4_096

const read = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // The process has ended, or the system is not Linux.
  }
}

const childrenOf = (pid: number) =>
  read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)

/** Resident bytes of a process; 0 if the system does not say. */
const memoryOf = (pid: number) => Number(read(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES

/** Watches a process and its children; returns the largest resident memory seen of each, in bytes. */
export const watchMemory = (pid: number, every = 250) => {
  const most = { server: 0, children: 0 }
  const look = () => {
    most.server = Math.max(most.server, memoryOf(pid))
    const children = childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), 0)
    most.children = Math.max(most.children, children)
  }
  look()
  const timer = setInterval(look, every)
  return () => {
    clearInterval(timer)
    return most
  }
}
