/** A source asks before it loses more than one document of so many. */
const ONE_OF = 5

/**
 * Decides whether a reading may remove documents by itself. Every kind of source asks it, because a site that is
 * down, moved or closed for a day looks like one whose pages were deleted.
 *
 * @param documents keys (here: addresses) of the documents that the source has
 * @param first key of the document that leads to the others; null where there is none
 */
export const createFloor = (documents: readonly string[], first: string | null) => {
  const unseen = new Set(documents)
  const isMuch = (missing: number) => missing * ONE_OF > documents.length
  return {
    /** The reading has found it. */
    see: (key: string) => unseen.delete(key),
    /** Whether the reading may change documents at once: what it has not found yet is too little to ask about. */
    isSafe: () => !isMuch(unseen.size) && (first === null || !unseen.has(first)),
    /** Whether somebody has to decide about the documents that a whole reading did not find. */
    mustAsk: (missing: readonly string[]) =>
      isMuch(missing.length) || (first !== null && missing.includes(first)),
  }
}
