/** Items that are found by a key, in the order they were added; every step takes the same time, however many there are. */
export const createGrouped = <Item>(keyOf: (item: Item) => string) => {
  const groups = new Map<string, Set<Item>>()
  return {
    add(item: Item) {
      const key = keyOf(item)
      const group = groups.get(key)
      if (group) group.add(item)
      else groups.set(key, new Set([item]))
    },
    delete(item: Item) {
      const key = keyOf(item)
      const group = groups.get(key)
      group?.delete(item)
      if (group?.size === 0) groups.delete(key)
    },
    of: (key: string): ReadonlySet<Item> => groups.get(key) ?? new Set(),
  }
}
