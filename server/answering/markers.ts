const MARKER = /^\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\]/
/** What a marker may still become. */
const UNFINISHED_MARKER = /^\[[\d,\s]*$/
const PROSE_STOP = /`+|\[/
const CODE_STOP = /`+/
/** Code inside of a line ends with its paragraph, closed or not. */
const INLINE_CODE_STOP = /`+|\n\n|\n$/

/**
 * Filters citation markers in streamed Markdown and holds back incomplete ones. `[n]` of an unknown passage is
 * removed, `[1, 2]` becomes `[1][2]`, and code is left unchanged. `cite` receives the text before the marker
 * and returns the number that is shown.
 * Without `shown`, all markers are removed.
 */
export const createMarkerFilter = (
  isGiven: (n: number) => boolean,
  cite: (n: number, before: string) => number,
  shown = true,
) => {
  let held = ''
  let passed = ''
  /** The ticks that the code which is open began with. */
  let ticks = ''

  const take = (length: number) => {
    const text = held.slice(0, length)
    held = held.slice(length)
    return text
  }

  const rewritten = (list: string, before: string) =>
    list
      .split(',')
      .map(Number)
      .filter(isGiven)
      .map((n) => {
        const number = cite(n, before)
        return shown ? `[${number}]` : ''
      })
      .join('')

  /** What begins the held text with a stop sign; null when it takes more text to know. */
  const special = (stop: string, out: string, isEnd: boolean): string | null => {
    const rest = held.slice(stop.length)
    if (stop === '[') {
      if (UNFINISHED_MARKER.test(held)) {
        if (!isEnd) return null
        held = ''
        return ''
      }
      const marker = MARKER.exec(held)
      if (!marker) return take(1)
      const after = held[marker[0].length]
      if (after === undefined && !isEnd) return null
      const text = take(marker[0].length)
      return after === '(' ? text : rewritten(marker[1] ?? '', passed + out)
    }
    if (rest === '' && !isEnd) return null
    if (stop.startsWith('\n')) ticks = stop === '\n\n' ? '' : ticks
    else if (ticks === '') ticks = stop
    else if (ticks === stop) ticks = ''
    return take(stop.length)
  }

  const release = (isEnd: boolean) => {
    let out = ''
    while (held !== '') {
      const pattern = ticks === '' ? PROSE_STOP : ticks.length < 3 ? INLINE_CODE_STOP : CODE_STOP
      const stop = pattern.exec(held)
      out += take(stop?.index ?? held.length)
      if (!stop) continue
      const text = special(stop[0], out, isEnd)
      if (text === null) break
      out += text
    }
    passed += out
    return out
  }

  return {
    push(text: string) {
      held += text
      return release(false)
    },
    end: () => release(true),
  }
}
