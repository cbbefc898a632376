/** Characters of a token, on the careful side for the languages of Europe. */
const TOKEN_LENGTH = 3
/** Scripts that write a word with one or two characters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu

/** About how many tokens a text is for a language model; rather too many than too few. */
export const tokensIn = (text: string) => {
  const dense = text.match(DENSE)?.length ?? 0
  return dense + Math.ceil((text.length - dense) / TOKEN_LENGTH)
}
