import type { Hit } from '../../knowledge/retrieval/hit.ts'
import { tokensIn } from '../models/token-count.ts'

/** Budget for the passages of one request. */
const PASSAGE_TOKENS = 8_000

/** Passages that fit into the token budget, in order. The first one is always included. */
export const withinTokenBudget = (hits: readonly Hit[], budget = PASSAGE_TOKENS): Hit[] => {
  let remaining = budget
  return hits.filter(({ content }, index) => {
    const tokens = tokensIn(content)
    if (index > 0 && tokens > remaining) return false
    remaining -= tokens
    return true
  })
}
