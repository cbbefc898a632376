import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

const transactions = new AsyncLocalStorage<{ open: boolean }>()

/** Runs the body of a transaction; until it ends, its code may use the database only through `tx`. */
export async function insideTransaction<Result>(body: () => Promise<Result>): Promise<Result> {
  const transaction = { open: true }
  try {
    return await transactions.run(transaction, body)
  } finally {
    transaction.open = false
  }
}

/** @throws Error if called inside a transaction; `what` begins its message */
export function assertOutsideTransaction(what: string): void {
  if (transactions.getStore()?.open) throw new Error(`${what} inside a transaction`)
}

/** The embedded database runs one transaction at a time: a second connection inside it would wait forever. */
export class GuardedPool extends pg.Pool {
  constructor(options: pg.PoolConfig) {
    super(options)
    const connect = this.connect.bind(this) as (...args: unknown[]) => unknown
    const guarded = (...args: unknown[]) => {
      assertOutsideTransaction('The database was used other than through tx')
      return connect(...args)
    }
    this.connect = guarded as pg.Pool['connect']
  }
}
