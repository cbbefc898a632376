/** Calls of one key in the current window, and the ms until it ends. */
type Counted = { current: number; ttl: number }

/** Counts calls, in one process or across all. */
export type Counts = {
  /** Adds a call; `by` 0 only looks. */
  add(key: string, window: number, by?: 0 | 1): Promise<Counted>
  close(): Promise<void>
}
