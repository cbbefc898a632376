import { setTimeout as wait } from 'node:timers/promises'

const UNIQUE_VIOLATION = '23505'
const DEADLOCK = '40P01'
/**
 * Class 08: no connection. 25006: only the standby of a failover. 53300: no connection is left. 57P01 to 57P03: the
 * database is shutting down, has crashed, or is starting.
 */
const NO_SERVICE = /^(08...|25006|53300|57P0[1-3])$/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  // The machine is down, not only its service.
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
])
/** Driver errors without a code. */
const LOST = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a conn)/
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT'])
const NO_ROOM_OF_DATABASE = '53100'

const FIRST_WAIT = 500 // ms
const LONGEST_WAIT = 10_000 // ms

const codeOf = (error: unknown) => (error as { code?: unknown } | null)?.code

/** An error and its causes: drizzle wraps the driver's, and Node wraps those of several addresses. */
const chainOf = (error: unknown): Error[] => {
  if (!(error instanceof Error)) return []
  const parts = error instanceof AggregateError ? error.errors : []
  return [error, ...parts.flatMap(chainOf), ...chainOf(error.cause)]
}

/** Whether the database refused a duplicate row, by any unique index or by this one. */
export const violatesUnique = (error: unknown, index?: string) =>
  chainOf(error).some(
    (one) =>
      codeOf(one) === UNIQUE_VIOLATION &&
      (index === undefined || ('constraint' in one && one.constraint === index)),
  )

/** Whether the database ended this transaction because it and another one waited for each other. */
export const isDeadlock = (error: unknown) => chainOf(error).some((one) => codeOf(one) === DEADLOCK)

/** Whether the database was unreachable: the same call may succeed once it is back. */
export const isDatabaseAway = (error: unknown) =>
  chainOf(error).some((one) => {
    const code = codeOf(one)
    if (typeof code === 'string') return NO_SERVICE.test(code) || (isOfNetwork(one) && NETWORK.has(code))
    return LOST.test(one.message)
  })

const isOfNetwork = (error: unknown) => 'syscall' in (error as object)

/** Whether a disk of this server is full. */
export const isOwnDiskFull = (error: unknown) =>
  chainOf(error).some((one) => NO_ROOM.has(String(codeOf(one))))

/** Whether the disk of this server or of the database is full. */
export const isDiskFull = (error: unknown) =>
  isOwnDiskFull(error) || chainOf(error).some((one) => codeOf(one) === NO_ROOM_OF_DATABASE)

/** Retries while the database is unreachable, with growing pauses, until `isOver`. */
export async function onceDatabaseIsBack<Result>(
  work: () => Promise<Result>,
  isOver: () => boolean,
): Promise<Result> {
  for (let pause = FIRST_WAIT; ; pause = Math.min(pause * 2, LONGEST_WAIT)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error) || isOver()) throw error
      await wait(pause)
    }
  }
}

const CLASS_OF_LOG_IN = '28'
const ADVICE: Record<string, string> = {
  '25006': 'It is a standby: use the address of the primary server',
  '3D000': 'Make it: createdb --owner=<user> <name>',
  '42501':
    'Make its user the owner: alter database <name> owner to <user>, and reassign owned by <other> to <user>',
  [NO_ROOM_OF_DATABASE]: 'Make room on its disk',
  '53300': 'Raise max_connections, or run fewer processes',
}

export const NO_ANSWER = 'no database answers there'

/** Advice for the operator if the database refuses to work; null for other errors. */
export function databaseAdvice(error: unknown): string | null {
  for (const { code = '', message } of chainOf(error) as NodeJS.ErrnoException[]) {
    const advice = code.startsWith(CLASS_OF_LOG_IN) ? 'Check user and password' : ADVICE[code]
    if (advice) return `${message}. ${advice}`
  }
  return isDatabaseAway(error) ? NO_ANSWER : null
}
