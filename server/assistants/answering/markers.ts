/** Models also write what they were trained on: `[^1]`, `[1-3]`, `【1】`, `【1†source】`. */
const MARKER = /^(?:\[\^?|【)([\d,\s–-]+)(?:†[^\]】\n]{0,80})?[\]】]/
const PART = /^\s*\d{1,3}(?:\s?[–-]\s?\d{1,3})?\s*$/
/** What a marker may still become. */
const UNFINISHED_MARKER = /^(?:\[\^?|【)[\d,\s–-]*(?:†[^\]】\n]{0,80})?$/
/** With the space before it, which goes with a marker that is removed. */
const PROSE_STOP = /`+| ?[[【]| $/
const CODE_STOP = /`+/
/** Code inside of a line ends with its paragraph, closed or not. */
const INLINE_CODE_STOP = /`+|\n\n|\n$/

/**
 * Filters citation markers in streamed Markdown and holds back incomplete ones. `[n]` of an unknown passage is
 * removed, `[1, 2]` and `[1-2]` become `[1][2]`, and code is left unchanged, as is a range that is not given whole,
 * such as `[0-9]`. `cite` receives the text before the marker and returns the number that is shown.
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

  /** Null for a part that is a range of something else. */
  const numbersOf = (part: string): number[] | null => {
    const [first = 0, last] = part.split(/[–-]/).map(Number)
    if (last === undefined) return isGiven(first) ? [first] : []
    const all = Array.from({ length: last - first + 1 }, (_, place) => first + place)
    return all.length > 0 && all.every(isGiven) ? all : null
  }

  const rewritten = (list: string, before: string): string | null => {
    const parts = list.split(',').map(numbersOf)
    if (parts.includes(null)) return null
    return [...new Set(parts.flatMap((numbers) => numbers ?? []))]
      .map((n) => {
        const number = cite(n, before)
        return shown ? `[${number}]` : ''
      })
      .join('')
  }

  /** What begins the held text with a stop sign; null when it takes more text to know. */
  const special = (stop: string, out: string, isEnd: boolean): string | null => {
    const rest = held.slice(stop.length)
    if (stop.endsWith('[') || stop.endsWith('【')) {
      const opened = held.trimStart()
      if (UNFINISHED_MARKER.test(opened)) {
        if (!isEnd) return null
        held = ''
        return ''
      }
      const marker = MARKER.exec(opened)
      if (!marker?.[1]?.split(',').every((part) => PART.test(part))) return take(stop.length)
      const after = opened[marker[0].length]
      if (after === undefined && !isEnd) return null
      const text = take(held.length - opened.length + marker[0].length)
      // A link, or the text of a footnote.
      if (after === '(' || (after === ':' && marker[0].startsWith('[^'))) return text
      const markers = rewritten(marker[1] ?? '', passed + out)
      if (markers === null) return text
      return markers && text.startsWith(' ') ? ` ${markers}` : markers
    }
    if (rest === '' && !isEnd) return null
    if (stop === ' ') return take(1)
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
