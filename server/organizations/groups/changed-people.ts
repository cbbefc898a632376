const NAMED_MAX = 20

/** Names of added and removed people for the audit log; only the first of many. */
export const changedNames = (before: readonly string[], after: readonly string[]) => {
  const named = (names: readonly string[]) =>
    names.length <= NAMED_MAX
      ? names.join(', ')
      : `${names.slice(0, NAMED_MAX).join(', ')} (+${names.length - NAMED_MAX})`
  const added = after.filter((name) => !before.includes(name))
  const removed = before.filter((name) => !after.includes(name))
  return {
    ...(added.length > 0 && { added: named(added) }),
    ...(removed.length > 0 && { removed: named(removed) }),
  }
}
