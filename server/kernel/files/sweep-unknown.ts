const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** Number of ids looked up at once. */
const SWEPT_AT_ONCE = 1_000

/** Removes the files among `names` that no document names. What is not named by an id is not Lectern's. */
export const sweepUnknown = async (
  names: Iterable<string> | AsyncIterable<string>,
  isKnown: (ids: string[]) => Promise<Set<string>>,
  remove: (id: string) => Promise<void>,
) => {
  let ids: string[] = []
  const removeUnknown = async () => {
    const known = await isKnown(ids)
    for (const id of ids) if (!known.has(id)) await remove(id)
    ids = []
  }
  for await (const name of names) {
    if (!ID.test(name)) continue
    ids.push(name)
    if (ids.length === SWEPT_AT_ONCE) await removeUnknown()
  }
  if (ids.length > 0) await removeUnknown()
}
