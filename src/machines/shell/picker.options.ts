/** One option of a picker. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Options of one group are listed under its name; without a name, there is no heading. */
  readonly group: string
  /** Additional words that find it. */
  readonly keywords?: string | undefined
  /** Matches every query, such as an option to create a new item. */
  readonly isAlways?: boolean
}

export interface PickerContext {
  readonly options: readonly Option[]
  readonly query: string
  /** Maximum number of visible options. */
  readonly limit: number
  /** The matching options in display order, up to `limit`. */
  readonly matches: readonly Option[]
  /** Number of further matches. */
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

/** Names and queries are split alike, so that a name is found as written. */
const wordsIn = (text: string) =>
  plain(text)
    .split(/[\s\p{P}]+/u)
    .filter(Boolean)

/** The words of each option, cached: every key press needs them. */
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

/** More lines than anyone reads, and few enough for slow phones; further ones are loaded on request. */
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
