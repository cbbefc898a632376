/** One line of a picker. */
export interface Option {
  readonly id: string
  readonly label: string
  /** Options of one group stand together under its name; without a name there is no heading. */
  readonly group: string
  /** Further words that find it. */
  readonly keywords?: string
  /** Found by whatever is typed, as a way to create what is not there. */
  readonly isAlways?: boolean
}

export interface PickerContext {
  readonly options: readonly Option[]
  readonly query: string
  /** The options that fit the query, in the order in which they are shown. */
  readonly matches: readonly Option[]
  readonly activeId: string | null
}

export type PickerEvent =
  | { type: 'picker.opened' }
  | { type: 'picker.closed' }
  | { type: 'options.changed'; options: readonly Option[] }
  | { type: 'query.changed'; query: string }
  | { type: 'active.moved'; by: 1 | -1 }
  | { type: 'option.approached'; id: string }
  | { type: 'active.chosen' }
  | { type: 'option.chosen'; id: string }

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

/** Every word of the query begins a word of the option, in any order; accents and case do not matter. */
function fits({ label, keywords = '', isAlways = false }: Option, words: readonly string[]) {
  const own = plain(`${label} ${keywords}`).split(/[\s/&-]+/)
  return isAlways || words.every((word) => own.some((one) => one.startsWith(word)))
}

/** The options that fit, in their order. */
export const matchesOf = (options: readonly Option[], query: string): readonly Option[] => {
  const words = plain(query).split(/\s+/).filter(Boolean)
  return options.filter((option) => fits(option, words))
}
