import { tokensIn } from '../../kernel/tokens.ts'
import type { Hit } from '../../knowledge/retrieval/hit.ts'

/** Of all passages of a request. */
export const PASSAGE_TOKENS = 8_000

/** The first passages that fit; the first of them always does. */
export const fitting = (hits: readonly Hit[], budget = PASSAGE_TOKENS): Hit[] => {
  let left = budget
  return hits.filter(({ content }, place) => {
    const tokens = tokensIn(content)
    if (place > 0 && tokens > left) return false
    left -= tokens
    return true
  })
}
