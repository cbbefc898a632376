import { distance } from 'fastest-levenshtein'
import { isExact, isStopWord, stemOf } from '../terms.ts'
import type { Lexicon } from './lexicon.ts'

/** Shorter words have too many similar words. */
const SHORTEST = 4
/** Words of at least this length may contain two errors. */
const LONG = 8
const CANDIDATES_MAX = 3
const LATIN = /^[a-z]+$/
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** All words at edit distance 1: a letter deleted, inserted, replaced, or swapped with the next. */
const oneEditFrom = (word: string) => {
  const edits = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') edits.add(head + tail.slice(1))
    if (tail.length > 1) edits.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
    // The first letter is seldom wrong.
    if (at > 0)
      for (const letter of LETTERS) {
        edits.add(head + letter + tail)
        if (tail !== '') edits.add(head + letter + tail.slice(1))
      }
  }
  edits.delete(word)
  return edits
}

/** Indexed terms with the lowest edit distance to one of the stems, in one pass over all terms. */
const closestTerms = (stems: string[], lexicon: Lexicon) => {
  if (stems.length === 0) return []
  const found = new Map<string, number>()
  for (const term of lexicon.terms())
    for (const stem of stems) {
      const allowed = stem.length >= LONG ? 2 : 1
      if (term[0] !== stem[0] || Math.abs(term.length - stem.length) > allowed) continue
      const apart = distance(term, stem)
      if (apart <= Math.min(allowed, found.get(term) ?? allowed) && lexicon.frequencyOf(term) > 0)
        found.set(term, apart)
    }
  const nearest = Math.min(...found.values())
  return [...found].flatMap(([term, apart]) => (apart === nearest ? [term] : [])).sort()
}

/** Words with one error that are generated for a question. Stemming them is the costly part. */
const EDITS_MAX = 8_000
/** Maximum number of words without a correction; more say nothing, and each costs a pass over all terms. */
const UNKNOWN_WORDS_MAX = 6

/**
 * Up to three indexed terms that an unknown word of a question may be a misspelling of; `terms` are its own. Typing
 * errors happen in words, not in stems: words with one error are generated, stemmed and looked up; for two errors the
 * stems are compared. Null for a word beyond the first ones that have no correction.
 */
export const createSpelling = (language: string, lexicon: Lexicon) => {
  let [edited, unknown] = [0, 0]
  return (word: string, terms: string[]): string[] | null => {
    const stems = isExact(word) ? [] : terms.filter((term) => term.length >= SHORTEST && !/\d/.test(term))
    const isEdited = stems.length > 0 && LATIN.test(word) && edited < EDITS_MAX
    const edits = isEdited ? [...oneEditFrom(word)] : []
    edited += edits.length
    const corrected = [
      ...new Set(edits.filter((edit) => !isStopWord(edit, language)).map((edit) => stemOf(edit, language))),
    ].filter((one) => lexicon.frequencyOf(one) > 0)
    if (corrected.length === 0 && ++unknown > UNKNOWN_WORDS_MAX) return null
    return (corrected.length > 0 ? corrected : closestTerms(stems, lexicon)).slice(0, CANDIDATES_MAX)
  }
}
