import { termsOf } from '../terms.ts'

/** Languages that write several nouns as one word. */
const COMPOUNDING = new Set(['deu', 'nld', 'swe', 'dan', 'nob', 'fin', 'hun'])
/** Linking elements between two parts, as in Kündigung-s-frist. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e']
/** Shorter parts occur in too many words that are not compounds. */
const PART_LENGTH_MIN = 4

type IsIndexed = (term: string) => boolean

export const isCompounding = (language: string) => COMPOUNDING.has(language)

const termOf = (word: string, language: string) => termsOf(word, language)[0] ?? ''

/** Splits a compound into two indexed terms; null if it is not a compound of such terms. */
export const partsOf = (
  word: string,
  language: string,
  isIndexed: IsIndexed,
): [head: string, tail: string] | null => {
  let best: [string, string] | null = null
  let balance = 0
  for (let at = PART_LENGTH_MIN; at <= word.length - PART_LENGTH_MIN; at++) {
    const tail = termOf(word.slice(at), language)
    if (Math.min(at, word.length - at) <= balance || !isIndexed(tail)) continue
    for (const link of LINKS) {
      const head = word.slice(0, at)
      if (!head.endsWith(link) || head.length - link.length < PART_LENGTH_MIN) continue
      const term = termOf(head.slice(0, head.length - link.length), language)
      if (!isIndexed(term)) continue
      best = [term, tail]
      balance = Math.min(at, word.length - at)
      break
    }
  }
  return best
}

/** Indexed compounds of two words, in this order. */
export const compoundsOf = (head: string, tail: string, language: string, isIndexed: IsIndexed) =>
  LINKS.map((link) => termOf(head + link + tail, language)).filter(isIndexed)
