/** Models also write the formats they were trained on: `[^1]`, `[1-3]`, `【1】`, `【1†source】`. */
const MARKER = /^(?:\[\^?|【)([\d,\s–-]+)(?:†[^\]】\n]{0,80})?[\]】]/
const PART = /^\s*\d{1,3}(?:\s?[–-]\s?\d{1,3})?\s*$/
/** The beginning of a possible marker. */
const UNFINISHED_MARKER = /^(?:\[\^?|【)[\d,\s–-]*(?:†[^\]】\n]{0,80})?$/
/** Includes the space before a marker, because it is removed together with the marker. */
const PROSE_STOP = /`+| ?[[【]| $/
const CODE_STOP = /`+/
/** Inline code ends with its paragraph even if it is not closed. */
const INLINE_CODE_STOP = /`+|\n\n|\n$/

/**
 * Filters citation markers in streamed Markdown and holds back incomplete ones. `[n]` of an unknown passage is
 * removed, and `[1, 2]` and `[1-2]` become `[1][2]`. Code is left unchanged, and so is a range with unknown numbers,
 * such as `[0-9]`. `cite` receives the text before the marker and returns the number to show.
 * If `shown` is false, all markers are removed.
 */
export const createMarkerFilter = (
  isGiven: (n: number) => boolean,
  cite: (n: number, before: string) => number,
  shown = true,
) => {
  let held = ''
  let passed = ''
  /** The backticks that opened the current code; empty outside of code. */
  let ticks = ''

  const take = (length: number) => {
    const text = held.slice(0, length)
    held = held.slice(length)
    return text
  }

  /** Passage numbers of one part; null if it is a range, but not of passages. */
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

  /** Output for the stop sign at the start of the held text; null if more text is needed to decide. */
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
