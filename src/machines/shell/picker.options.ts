/** One line of a picker. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Options of one group stand together under its name; without a name there is no heading. */
  readonly group: string
  /** Further words that find it. */
  readonly keywords?: string | undefined
  /** Found by whatever is typed, as a way to create what is not there. */
  readonly isAlways?: boolean
}

export interface PickerContext {
  readonly options: readonly Option[]
  readonly query: string
  /** How many options may be shown. */
  readonly limit: number
  /** The matching options in the order in which they are shown, up to `limit`. */
  readonly matches: readonly Option[]
  /** How many others fit. */
  readonly more: number
  readonly activeId: string | null
}

export type PickerEvent =
  | { type: 'picker.opened' }
  | { type: 'picker.closed' }
  | { type: 'options.changed'; options: readonly Option[] }
  | { type: 'query.changed'; query: string }
  | { type: 'active.moved'; by: 1 | -1 }
  | { type: 'more.requested' }
  | { type: 'option.approached'; id: string }
  | { type: 'active.chosen' }
  | { type: 'option.chosen'; id: string }

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .replace(/['‘’ʼ`´]/g, '')
    .toLowerCase()

/** Names and what is typed are split alike, so that a name is found as it is written. */
const wordsIn = (text: string) =>
  plain(text)
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)

/** The words of each option: they are asked for with every key. */
const wordsOf = new WeakMap<Option, readonly string[]>()

function ownWords(option: Option) {
  const known = wordsOf.get(option)
  if (known) return known
  const words = wordsIn(`${option.label} ${option.keywords ?? ''}`)
  wordsOf.set(option, words)
  return words
}

/** Every word of the query begins a word of the option, in any order; accents and case do not matter. */
const fits = (option: Option, words: readonly string[]) =>
  option.isAlways || words.every((word) => ownWords(option).some((one) => one.startsWith(word)))

/** Nobody reads more lines than this at once, and a slow phone renders no more; further ones are asked for. */
export const SHOWN_MAX = 50

/** The first matching options in their order, with those that always match, and the number of further matches. */
export function matchesOf(
  options: readonly Option[],
  query: string,
  limit = SHOWN_MAX,
): Pick<PickerContext, 'matches' | 'more'> {
  const words = wordsIn(query)
  const all = options.filter((option) => fits(option, words))
  const matches = all.filter((option, place) => place < limit || option.isAlways)
  return { matches, more: all.length - matches.length }
}
