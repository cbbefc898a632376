/** One tab at a time does the work. `waited`: another tab did it before; `held`: no other tab is doing it. */
export type TabLock = <Result>(
  work: (waited: boolean, held: boolean) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

interface TabLockOptions {
  readonly name: string
  /** undefined outside secure contexts; then every tab works for itself. */
  readonly locks: Pick<LockManager, 'request'> | undefined
  /** Longest wait for another tab, in ms: a lock may be orphaned. */
  readonly patience?: number
}

const PATIENCE = 5000

export function createTabLock({ name, locks, patience = PATIENCE }: TabLockOptions): TabLock {
  return async (work, signal) => {
    if (!locks) return work(false, false)
    const first = await locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? { result: await work(false, true) } : null,
    )
    if (first) return first.result
    const given = new AbortController()
    const timer = setTimeout(() => given.abort(), patience)
    try {
      return await locks.request(name, { signal: AbortSignal.any([signal, given.signal]) }, () => {
        clearTimeout(timer)
        return work(true, true)
      })
    } catch (error) {
      if (signal.aborted || !given.signal.aborted) throw error
      return work(true, false)
    } finally {
      clearTimeout(timer)
    }
  }
}
