/** A source asks before it loses more than one document in this many. */
const ONE_OF = 5

/**
 * Decides whether a reading may remove documents without asking. All kinds of sources use it, because a site
 * that is down, moved or closed for a day looks like one whose pages were deleted.
 *
 * @param documents keys (here: addresses) of the source's documents
 * @param first key of the document that leads to the others; null if there is none
 */
export const createFloor = (documents: readonly string[], first: string | null) => {
  const unseen = new Set(documents)
  const isMuch = (missing: number) => missing * ONE_OF > documents.length
  return {
    /** Records that the reading found it. */
    see: (key: string) => unseen.delete(key),
    unseen: () => unseen.size,
    /** Whether the reading may change documents at once: too few are still unseen to require a decision. */
    isSafe: () => !isMuch(unseen.size) && (first === null || !unseen.has(first)),
    /** Whether someone has to decide about the documents that a complete reading did not find. */
    mustAsk: (missing: readonly string[]) =>
      isMuch(missing.length) || (first !== null && missing.includes(first)),
  }
}
