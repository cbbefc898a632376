import { distance } from 'fastest-levenshtein'
import { isExact } from '../terms.ts'
import type { Segment } from './segment.ts'

/** Shorter words have too many neighbours to guess from. */
const SHORTEST = 4
/** From this length on two letters may be wrong. */
const LONG = 8
const ALIKE_MAX = 3

/** Terms of the index that a word which it does not hold may be a slip of: nearest first, at most three. */
export const spelledAlike = (word: string, segments: Segment[]): string[] => {
  if (isExact(word) || word.length < SHORTEST || /\d/.test(word)) return []
  const allowed = word.length >= LONG ? 2 : 1
  const found = new Map<string, number>()
  for (const { terms } of segments)
    for (const term of terms.keys()) {
      // The first letter is seldom the wrong one, and tells most terms apart at once.
      if (term[0] !== word[0] || Math.abs(term.length - word.length) > allowed) continue
      const apart = distance(term, word)
      if (apart <= allowed) found.set(term, apart)
    }
  const nearest = Math.min(...found.values())
  return [...found]
    .filter(([, apart]) => apart === nearest)
    .map(([term]) => term)
    .slice(0, ALIKE_MAX)
}
