type StorageListener = (event: StorageEvent) => void

/** The localStorage of one origin: the other tabs receive what a tab writes. */
export function sharedStorage() {
  const items = new Map<string, string>()
  const tabs = new Set<Set<StorageListener>>()
  const tell = (writer: Set<StorageListener>, key: string | null) => {
    for (const listeners of tabs)
      if (listeners !== writer) for (const listener of listeners) listener({ key } as unknown as StorageEvent)
  }
  return {
    items,
    /** `broken` says for each key whether writing it throws, as in a full or blocked storage. */
    openTab(broken: (key: string) => boolean = () => false) {
      const listeners = new Set<StorageListener>()
      tabs.add(listeners)
      return {
        storage: {
          getItem: (key: string) => items.get(key) ?? null,
          setItem(key: string, value: string) {
            if (broken(key)) throw new DOMException('full', 'QuotaExceededError')
            items.set(key, value)
            tell(listeners, key)
          },
          removeItem(key: string) {
            if (items.delete(key)) tell(listeners, key)
          },
          clear() {
            items.clear()
            tell(listeners, null)
          },
        },
        events: {
          addEventListener: (_: string, listener: unknown) => void listeners.add(listener as StorageListener),
          removeEventListener: (_: string, listener: unknown) =>
            void listeners.delete(listener as StorageListener),
        } as Pick<Window, 'addEventListener' | 'removeEventListener'>,
        /** The tab sleeps: it receives nothing from the others. */
        sleep: () => tabs.delete(listeners),
      }
    },
  }
}

type LockWork = (lock: object | null) => unknown
interface LockWish {
  readonly ifAvailable?: boolean
  readonly signal?: AbortSignal
}

/** Web Locks within one process, as far as a lock between tabs needs them. */
export function sharedLocks(): Pick<LockManager, 'request'> {
  const tails = new Map<string, Promise<unknown>>()
  const request = async (name: string, { ifAvailable, signal }: LockWish, work: LockWork) => {
    const before = tails.get(name)
    if (before && ifAvailable) return work(null)
    let release = () => {}
    const mine = new Promise<void>((resolve) => {
      release = resolve
    })
    const tail = (before ?? Promise.resolve()).then(() => mine)
    tails.set(name, tail)
    const aborted = new Promise<never>((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
    try {
      if (before) await Promise.race([before, aborted])
      return await work({ name })
    } finally {
      release()
      if (tails.get(name) === tail) tails.delete(name)
    }
  }
  return { request: request as LockManager['request'] }
}
