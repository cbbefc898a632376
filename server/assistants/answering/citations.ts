import type { Citation } from '../../../src/services/contract/conversations.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'
import { citationOf } from './answerer.ts'
import { statementsOf } from './statements.ts'
import { meaningfulWords, overlap } from './words.ts'

const CLAIM_LENGTH = 300

/** The sentence of a passage that shares most words with the last claim of the answer. */
const quoteFor = (hit: Hit, before: string) => {
  const claim = meaningfulWords(
    before
      .slice(-CLAIM_LENGTH)
      .split(/(?<=[.!?])\s|(?<=[。！？])|\n/)
      .filter((part) => part.trim() !== '')
      .at(-1) ?? '',
  )
  const best = statementsOf(hit.content)
    .map(({ quote, text }) => ({ quote, shared: overlap(claim, meaningfulWords(text)) }))
    .sort((a, b) => b.shared - a.shared)[0]
  return best && best.shared > 0 ? best.quote : hit.content
}

/**
 * The citations of an answer, numbered in the order of their first use. Each claim cites the quote that supports it,
 * so one passage has two numbers if two claims need different quotes.
 */
export const createCitations = (hits: readonly Hit[]) => {
  const known: Citation[] = []
  return {
    known: (): Citation[] => [...known],
    isGiven: (n: number) => hits[n - 1] !== undefined,
    /** Number to show for passage `n`, which the model cites after the text `before`. */
    cite(n: number, before: string): number {
      const hit = hits[n - 1]!
      const quote = quoteFor(hit, before)
      const same = known.find((one) => one.passage_id === hit.passageId && one.quote === quote)
      if (same) return same.n
      known.push(citationOf(known.length + 1, hit, quote))
      return known.length
    },
  }
}
