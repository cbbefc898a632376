import { bigramsOf, UNSPACED } from '../../knowledge/retrieval/terms.ts'

const STOP_WORDS = new Set(
  `a about after all also am an and any are as at be been before but by can could did do does for from get had has
  have how i if in into is it its just may me might my no not of on one or our out over should so some such than
  that the their them then there these they this those to too under up us was we were what when where which who
  whom whose why will with would you your please tell many much long take get need want give`.split(/\s+/),
)

/** A rough stem: "returned" and "returns" have the same one. */
const stem = (word: string) =>
  word.length <= 3
    ? word
    : word
        .replace(/(?:'|’)s$/, '')
        .replace(/(?:ies|ied)$/, 'y')
        .replace(/(?<=.{3})(?:ing|ed|es|e|s)$/, '')
        .replace(/(.)\1$/, '$1')

const WORD = /(?:[1-9]\d{0,2}(?:[.,'’ \u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?|[\p{L}\p{N}]+(?:['’]\p{L}+)?/gu
const FULL_WIDTH_DIGIT = /[０-９]/g
const WHOLE_NUMBER = /^(?:[1-9]\d{0,2}(?:[.,'’ \u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?$/u
/** Digits in groups of three with any separator. */
const GROUPED = /^([1-9]\d{0,2}(?:[.,'’ \u00a0\u202f]\d{3})+)([.,]\d+)?$/

/** Normalizes a number: 27.0 and 27,0 become 27; 1,600, 1.600 and 1’600 become 1600. */
const asNumber = (word: string) => {
  const [, groups, decimals = ''] = GROUPED.exec(word) ?? []
  const plain = groups === undefined ? word : groups.replace(/\D/g, '') + decimals
  return String(Number(plain.replace(',', '.')))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(FULL_WIDTH_DIGIT, (digit) => digit.normalize('NFKC'))
    .split(UNSPACED)
    .flatMap((part, place) => (place % 2 === 1 ? bigramsOf(part) : (part.match(WORD) ?? [])))

/** The distinct stems of a text, or bigrams of unspaced scripts, without stop words. */
export const meaningfulWords = (text: string) =>
  new Set(
    wordsOf(text)
      .filter((word) => !STOP_WORDS.has(word))
      .map((word) => (WHOLE_NUMBER.test(word) ? asNumber(word) : stem(word))),
  )

/** Share of the words in `asked` that are in `words`, from 0 to 1. */
export const overlap = (asked: ReadonlySet<string>, words: ReadonlySet<string>) => {
  if (asked.size === 0) return 0
  let shared = 0
  for (const word of asked) if (words.has(word)) shared++
  return shared / asked.size
}
