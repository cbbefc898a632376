/** Small settings of this browser; where it keeps none, they last as long as the page. */
export function createStorage(area: () => Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  const memory = new Map<string, string>()
  return {
    read(key: string): string | null {
      try {
        return area().getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    write(key: string, value: string) {
      memory.set(key, value)
      try {
        area().setItem(key, value)
      } catch {
        // Blocked or full: the memory has it.
      }
    },
    remove(key: string) {
      memory.delete(key)
      try {
        area().removeItem(key)
      } catch {
        // Blocked: there was nothing in it.
      }
    },
  }
}

export type Storage = ReturnType<typeof createStorage>
