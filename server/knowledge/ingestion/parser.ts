import type { ChildProcess } from 'node:child_process'
import { MINUTE } from '../../kernel/durations.ts'
import { type Child, type Limits, superviseChild } from './child.ts'
import type { ParsedDocument } from './read.ts'
import type { ParseRequest } from './replies.ts'

const MEBIBYTE = 1024 * 1024

export const PARSE_HEAP_LIMIT_MB = 512
const LIMITS: Limits = {
  time: 30_000, // ms
  recognitionTime: 15 * MINUTE,
  memory: 800 * MEBIBYTE,
  output: 128 * MEBIBYTE,
}
const CHILDREN = 2
const IDLE_LIMIT = MINUTE
/** A process is replaced after this many documents, or if it keeps too much memory. */
const RUNS_MAX = 100
const KEPT_MEMORY_MAX = 300 * MEBIBYTE

type OnPage = (done: number, total: number) => void
type Waiting = {
  request: ParseRequest
  group: string
  onPage: OnPage
  resolve: (document: ParsedDocument) => void
  reject: (error: unknown) => void
}

export type Parser = ReturnType<typeof createParser>

/**
 * Reads documents in child processes, which are replaced if they fail, hang or use too much memory. One group
 * (an organization) gets all but one of the processes at most, so that its slow documents do not block others.
 */
export const createParser = ({
  startChild,
  children = CHILDREN,
  limits = LIMITS,
}: {
  startChild: () => ChildProcess
  children?: number
  limits?: Limits
}) => {
  const perGroup = Math.max(1, children - 1)
  let idle: Child[] = []
  const busy = new Map<Child, string>()
  let waiting: Waiting[] = []
  let closed = false
  let idleTimer: NodeJS.Timeout | undefined

  const endIdle = () => Promise.all(idle.splice(0).map((child) => child.end('it was not needed')))

  const isWorn = async (child: Child) =>
    child.runs() >= RUNS_MAX || (await child.residentMemory()) > KEPT_MEMORY_MAX

  const release = async (child: Child) => {
    const isKept = child.isAlive() && !(await isWorn(child)) && !closed
    busy.delete(child)
    if (isKept) idle.push(child)
    else void child.end('it was replaced')
    next()
  }

  const takeIdle = () => {
    const child = idle.findLast((one) => one.isAlive())
    idle = idle.filter((one) => one !== child && one.isAlive())
    return child
  }

  const start = async ({ request, group, onPage, resolve, reject }: Waiting) => {
    let child: Child
    try {
      child = takeIdle() ?? superviseChild(startChild(), limits)
    } catch (error) {
      // The system lacks memory or files: `next` continues with the others that wait.
      return reject(error)
    }
    busy.set(child, group)
    try {
      resolve(await child.run(request, onPage))
    } catch (error) {
      reject(error)
    }
    await release(child)
  }

  const groupIsFree = ({ group }: Waiting) =>
    [...busy.values()].filter((one) => one === group).length < perGroup

  const next = () => {
    clearTimeout(idleTimer)
    while (busy.size < children) {
      const turn = waiting.find(groupIsFree)
      if (!turn) break
      waiting = waiting.filter((one) => one !== turn)
      void start(turn)
    }
    if (busy.size > 0) return
    idleTimer = setTimeout(endIdle, IDLE_LIMIT)
    idleTimer.unref()
  }

  return {
    parse: (request: ParseRequest, group: string, onPage: OnPage = () => {}) =>
      new Promise<ParsedDocument>((resolve, reject) => {
        if (closed) return reject(new Error('the parser was closed'))
        waiting.push({ request, group, onPage, resolve, reject })
        next()
      }),

    async close() {
      closed = true
      clearTimeout(idleTimer)
      const error = new Error('the parser was closed')
      for (const { reject } of waiting.splice(0)) reject(error)
      await Promise.all([endIdle(), ...[...busy.keys()].map((child) => child.end(error))])
    },
  }
}
