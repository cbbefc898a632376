/** Small settings of this browser; those that it cannot store last as long as the page. */
export function createStorage(area: () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const memory = new Map<string, string>()
  return {
    read(key: string): string | null {
      try {
        return memory.get(key) ?? area().getItem(key)
      } catch {
        return memory.get(key) ?? null
      }
    },
    write(key: string, value: string) {
      try {
        area().setItem(key, value)
        memory.delete(key)
      } catch {
        // Blocked or full.
        memory.set(key, value)
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        area().removeItem(key)
      } catch {
        // Blocked: it held nothing.
      }
    },
  }
}

export type Storage = ReturnType<typeof createStorage>
