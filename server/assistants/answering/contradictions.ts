import { isNegated } from './support.ts'
import type { Window } from './windows.ts'
import { meaningfulWords, overlap } from './words.ts'

/** So many words of each statement in the other, and both speak of the same thing. */
const WORDS_SHARED = 0.6
/** A statement that denies another one is the same but for the denial. */
const WORDS_DENIED = 0.85
/** Of two short statements, words alone do not tell. */
const WORDS_MIN = 3

const isNumber = (word: string) => /^\d/.test(word)

type CodedText = { text: string; words: Set<string>; numbers: Set<string> }

const saidIn = ({ core: { passage, first, last } }: Window): CodedText[] =>
  passage.slice(first, last + 1).flatMap(({ text, kind }) => {
    const all = meaningfulWords(text)
    const words = new Set([...all].filter((word) => !isNumber(word)))
    return kind === 'code' || words.size < WORDS_MIN
      ? []
      : [{ text, words, numbers: new Set([...all].filter(isNumber)) }]
  })

const haveOtherNumbers = (one: CodedText, other: CodedText) =>
  one.numbers.size > 0 &&
  other.numbers.size > 0 &&
  ![...one.numbers].some((number) => other.numbers.has(number))

/** Nearly the same words of two documents, with other numbers, or denied by one of them. */
const contradict = (one: Window, other: Window) =>
  one.hit.documentId !== other.hit.documentId &&
  saidIn(one).some((here) =>
    saidIn(other).some((there) => {
      const shared = Math.min(overlap(here.words, there.text), overlap(there.words, here.text))
      return (
        (shared >= WORDS_SHARED && haveOtherNumbers(here, there)) ||
        (shared >= WORDS_DENIED && isNegated(here.text) !== isNegated(there.text))
      )
    }),
  )

/** Quotes that may contradict another one, with the date of their document. */
export type Dated = { window: Window; date: Date | null }

/** The quotes in their order; those that contradict each other have their dates, and the newest of them comes first. */
export const datedWhereContradicting = (windows: Window[]): Dated[] => {
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
