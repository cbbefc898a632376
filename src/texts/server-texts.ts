/** English → the text in another language, with `{name}` for what differs. */
type Catalogue = Readonly<Record<string, string>>

const PLACE = /\{(!?)(\w+)\}/g
const NUMBER = /^\d{1,3}(,\d{3})+$/

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How much a text says by itself. */
const saidBy = (english: string) => english.replace(PLACE, '').length

/** Finds again what stands where the text has a placeholder. */
function readerOf(english: string) {
  const names = [...english.matchAll(PLACE)].map(([, , name = '']) => name)
  const pattern = new RegExp(
    `^${english
      .split(/\{\w+\}/)
      .map(escaped)
      .join('([^]+?)')}$`,
  )
  return (text: string): Readonly<Record<string, string>> | null => {
    const found = pattern.exec(text)
    return found && Object.fromEntries(names.map((name, place) => [name, found[place + 1] ?? '']))
  }
}

/**
 * The server speaks English: to programs, into its database, over its sockets. Whoever shows its words to a person
 * translates them by this. `{name}` keeps what stood there, `{!name}` is a text of the server itself. What is not
 * known stays English.
 */
export function translatorTo(language: string, catalogue: Catalogue) {
  const written = (value: string) =>
    NUMBER.test(value) ? Number(value.replaceAll(',', '')).toLocaleString(language) : value
  // What says most is tried first: `{what} not found.` fits many.
  const readPatterns = () =>
    Object.entries(catalogue)
      .filter(([english]) => english.includes('{'))
      .sort(([one], [other]) => saidBy(other) - saidBy(one))
      .map(([english, text]) => ({ read: readerOf(english), text }))
  // Made when the first of them is said, and not while the page starts.
  let patterns: ReturnType<typeof readPatterns> | null = null
  const translated = (english: string): string => {
    const known = catalogue[english]
    if (known) return known
    patterns ??= readPatterns()
    for (const { read, text } of patterns) {
      const values = read(english)
      if (values)
        return text.replace(PLACE, (_, isText: string, name: string) => {
          const value = values[name] ?? ''
          return isText ? translated(value) : written(value)
        })
    }
    return english
  }
  return translated
}
export type Translator = ReturnType<typeof translatorTo>
