import { readFileSync } from 'node:fs'

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
