import { existsSync, readFileSync } from 'node:fs'

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
