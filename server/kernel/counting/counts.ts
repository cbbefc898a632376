/** Calls of one key in the current window, and the ms until it ends. */
type Counted = { current: number; ttl: number }

/** Counts calls, in one process or across all. */
export type Counts = {
  add(key: string, window: number): Promise<Counted>
  close(): Promise<void>
}
