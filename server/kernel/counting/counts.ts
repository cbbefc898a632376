import { createHash } from 'node:crypto'

/** Calls of one key in the current window, and the ms until it ends. */
type Counted = { current: number; ttl: number }

/** Counts calls, in one process or across all. */
export type Counts = {
  add(key: string, window: number): Promise<Counted>
  close(): Promise<void>
}

/** Keys contain addresses and emails, which are not stored for this. */
export const digestOf = (key: string) => createHash('sha256').update(key).digest('base64url')
