/** Characters per token, a cautious figure for European languages. */
const TOKEN_LENGTH = 3
/** Scripts that write words with one or two characters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** Approximate tokens of a text for a language model; overestimates if in doubt. */
export const tokensIn = (text: string) => {
  const dense = text.match(DENSE)?.length ?? 0
  return dense + Math.ceil((text.length - dense) / TOKEN_LENGTH)
}
