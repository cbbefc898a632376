const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be been before but by can could did do does for from get had has
  have how i if in into is it its just may me might my no not of on one or our out over should so some such than
  that the their them then there these they this those to too under up us was we were what when where which who
  whom whose why will with would you your please tell many much long`.split(/\s+/),
)

/** Close enough to a stem to see that "returned" and "returns" are one word. */
const stem = (word: string) =>
  word.length <= 3
    ? word
    : word
        .replace(/(?:'|’)s$/, '')
        .replace(/(?:ies|ied)$/, 'y')
        .replace(/(?<=.{3})(?:ing|ed|es|e|s)$/, '')
        .replace(/(.)\1$/, '$1')

/** The words of a text that carry its meaning, stemmed, each once. */
export const meaningfulWords = (text: string) =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? [])
      .filter((word) => !STOP_WORDS.has(word))
      .map(stem),
  )

/** Share of `asked` that `text` holds. */
export const overlap = (asked: Set<string>, text: string) => {
  if (asked.size === 0) return 0
  const words = meaningfulWords(text)
  let shared = 0
  for (const word of asked) if (words.has(word)) shared++
  return shared / asked.size
}
