/** Calls of one key in the window that is open, and the ms until that ends. */
export type Counted = { current: number; ttl: number }

/** Counts calls; in one process, or in all of them together. */
export type Counts = {
  add(key: string, window: number): Promise<Counted>
  close(): Promise<void>
}
