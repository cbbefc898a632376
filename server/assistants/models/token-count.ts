import type { Hit } from '../../knowledge/retrieval/hit.ts'

/** Characters per token, a cautious figure for European languages. */
const TOKEN_LENGTH = 3
/** Scripts that write words with one or two characters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Approximate tokens of a text for a language model; overestimates if in doubt. */
export const tokensIn = (text: string) => {
  const dense = text.match(DENSE)?.length ?? 0
  return dense + Math.ceil((text.length - dense) / TOKEN_LENGTH)
}

/** Budget for the passages of one request. */
const PASSAGE_TOKENS = 8_000

/** Passages that fit into the token budget, in order. The first one is always included. */
export const withinTokenBudget = (hits: readonly Hit[]): Hit[] => {
  let remaining = PASSAGE_TOKENS
  return hits.filter(({ content }, index) => {
    const tokens = tokensIn(content)
    if (index > 0 && tokens > remaining) return false
    remaining -= tokens
    return true
  })
}
