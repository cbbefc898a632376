import type { Counts } from './counts.ts'

const KEYS_MAX = 20_000

/** In memory: for one process, and while the shared store is unreachable. */
export const createLocalCounts = (): Counts => {
  /** The most recent one comes last. */
  const windows = new Map<string, { current: number; endsAt: number }>()
  return {
    async add(key, window) {
      const now = Date.now()
      const open = windows.get(key)
      if (open && open.endsAt > now) {
        open.current += 1
        return { current: open.current, ttl: open.endsAt - now }
      }
      windows.delete(key)
      windows.set(key, { current: 1, endsAt: now + window })
      const [oldest] = windows.keys()
      if (windows.size > KEYS_MAX && oldest !== undefined) windows.delete(oldest)
      return { current: 1, ttl: window }
    },
    close: async () => {},
  }
}
