/** Term statistics of passages. */
export type Lexicon = {
  counts: () => {
    /** Searched passages, in total and by language (ISO 639-3). */
    passages: number
    languages: ReadonlyMap<string, number>
    /** Passages with a known length, and the sum of their lengths in weighted uses of terms. */
    measured: number
    length: number
  }
  /** Number of searched passages that contain a term. */
  frequencyOf: (term: string) => number
  /** All terms, possibly including those of deleted passages. */
  terms: () => Iterable<string>
}

export const combineLexicons = (parts: readonly Lexicon[]): Lexicon => ({
  counts() {
    const all = { passages: 0, languages: new Map<string, number>(), measured: 0, length: 0 }
    for (const part of parts) {
      const { passages, languages, measured, length } = part.counts()
      all.passages += passages
      all.measured += measured
      all.length += length
      for (const [language, count] of languages)
        all.languages.set(language, (all.languages.get(language) ?? 0) + count)
    }
    return all
  },
  frequencyOf: (term) => parts.reduce((sum, part) => sum + part.frequencyOf(term), 0),
  *terms() {
    for (const part of parts) yield* part.terms()
  },
})
