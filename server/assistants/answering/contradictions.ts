import { isNegated } from './support.ts'
import type { Window } from './windows.ts'
import { meaningfulWords, overlap } from './words.ts'

/** Minimum word overlap, in both directions, of statements about the same thing. */
const WORDS_SHARED = 0.6
/** A negated statement repeats nearly every word of the other one. */
const WORDS_DENIED = 0.85
/** Shorter statements overlap by chance. */
const WORDS_MIN = 3

const isNumber = (word: string) => /^\d/.test(word)

type ComparableText = { text: string; words: Set<string>; numbers: Set<string> }

const comparableTexts = ({ core: { passage, first, last } }: Window): ComparableText[] =>
  passage.slice(first, last + 1).flatMap(({ text, kind }) => {
    const all = meaningfulWords(text)
    const words = new Set([...all].filter((word) => !isNumber(word)))
    return kind === 'code' || words.size < WORDS_MIN
      ? []
      : [{ text, words, numbers: new Set([...all].filter(isNumber)) }]
  })

const haveDifferentNumbers = (one: ComparableText, other: ComparableText) =>
  one.numbers.size > 0 &&
  other.numbers.size > 0 &&
  ![...one.numbers].some((number) => other.numbers.has(number))

/** Two documents use nearly the same words, but with different numbers or with a negation. */
const contradict = (one: Window, other: Window) =>
  one.hit.documentId !== other.hit.documentId &&
  comparableTexts(one).some((here) =>
    comparableTexts(other).some((there) => {
      const shared = Math.min(overlap(here.words, there.words), overlap(there.words, here.words))
      return (
        (shared >= WORDS_SHARED && haveDifferentNumbers(here, there)) ||
        (shared >= WORDS_DENIED && isNegated(here.text) !== isNegated(there.text))
      )
    }),
  )

/** A quote; `date` is the date of its document if another quote contradicts it. */
type DatedQuote = { window: Window; date: Date | null }

/** Adds dates to quotes that contradict each other, and sorts these by date, newest first; others keep their place. */
export const dateContradictingQuotes = (windows: Window[]): DatedQuote[] => {
  const inConflict = windows.filter(
    (one) =>
      one.hit.documentDate && windows.some((other) => other.hit.documentDate && contradict(one, other)),
  )
  const newestFirst = inConflict.toSorted(
    ({ hit: a }, { hit: b }) => Number(b.documentDate) - Number(a.documentDate),
  )
  return windows.map((window) => {
    const place = inConflict.indexOf(window)
    const shown = newestFirst[place] ?? window
    return { window: shown, date: place < 0 ? null : shown.hit.documentDate }
  })
}
