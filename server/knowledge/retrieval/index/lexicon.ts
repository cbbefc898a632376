/** What passages are made of: how many there are, in which languages, and the terms that they hold. */
export type Lexicon = {
  counts: () => {
    /** Passages that are searched; of them, those in each language (ISO 639-3). */
    passages: number
    languages: ReadonlyMap<string, number>
    /** Passages whose lengths are known, and those lengths together, in weighted uses of terms. */
    measured: number
    length: number
  }
  /** In how many passages a term stands. */
  frequencyOf: (term: string) => number
  /** Every term that some passage holds, or held. */
  terms: () => Iterable<string>
}

/** Several as if they were one. */
export const lexiconOf = (parts: readonly Lexicon[]): Lexicon => ({
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
