import { createHash } from 'node:crypto'

/** Calls of one key in the current window, and the ms until it ends. */
export type Counted = { current: number; ttl: number }

/** Counts calls, in one process or across all. */
export type Counts = {
  /** Adds a call; `by` 0 only looks. */
  add(key: string, window: number, by?: 0 | 1): Promise<Counted>
  close(): Promise<void>
}

/** Keys contain addresses and emails, which are not stored for this. */
export const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')
