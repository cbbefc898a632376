import { distance } from 'fastest-levenshtein'
import { isExact, termsOf } from '../terms.ts'
import type { Lexicon } from './lexicon.ts'

/** Shorter words have too many neighbours to guess from. */
const SHORTEST = 4
/** From this length on two letters may be wrong. */
const LONG = 8
const ALIKE_MAX = 3
const LATIN = /^[a-z]+$/
const LETTERS = [...'abcdefghijklmnopqrstuvwxyz']

/** Every word that one slip makes of a word: a letter left out, doubled with another, changed, or swapped with the next. */
const oneSlipFrom = (word: string) => {
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [head, tail] = [word.slice(0, at), word.slice(at)]
    if (tail !== '') slips.add(head + tail.slice(1))
    if (tail.length > 1) slips.add(`${head}${tail[1]}${tail[0]}${tail.slice(2)}`)
    // The first letter is seldom the wrong one.
    if (at > 0)
      for (const letter of LETTERS) {
        slips.add(head + letter + tail)
        if (tail !== '') slips.add(head + letter + tail.slice(1))
      }
  }
  slips.delete(word)
  return slips
}

/** Terms that are spelled nearly as `word` is. */
const nearTo = (word: string, lexicon: Lexicon) => {
  const allowed = word.length >= LONG ? 2 : 1
  const found = new Map<string, number>()
  for (const term of lexicon.terms()) {
    if (term[0] !== word[0] || Math.abs(term.length - word.length) > allowed) continue
    const apart = distance(term, word)
    if (apart <= allowed && lexicon.frequencyOf(term) > 0) found.set(term, apart)
  }
  const nearest = Math.min(...found.values())
  return [...found].flatMap(([term, apart]) => (apart === nearest ? [term] : [])).sort()
}

/**
 * Up to three indexed terms that an unknown word may be a misspelling of. Typing errors happen in words, not in
 * stems: words with one error are generated, stemmed and looked up; for two errors the stems are compared.
 */
export const spelledAlike = (word: string, term: string, language: string, lexicon: Lexicon): string[] => {
  if (isExact(term) || term.length < SHORTEST || /\d/.test(term)) return []
  const meant = LATIN.test(word)
    ? [...new Set([...oneSlipFrom(word)].flatMap((slip) => termsOf(slip, language)))].filter(
        (one) => lexicon.frequencyOf(one) > 0,
      )
    : []
  return (meant.length > 0 ? meant : nearTo(term, lexicon)).slice(0, ALIKE_MAX)
}
