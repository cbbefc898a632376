/** What a marker may still become: held back until it is whole. */
const UNFINISHED_MARKER = /\[[\d,\s]*$/
const UNFINISHED_TICKS = /`+$/
const MARKER = /\[(\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()/g

/**
 * Lets a streamed Markdown text through, holding back half citation markers. `[n]` of a passage that was not
 * given is removed, `[1, 2]` becomes `[1][2]`; code is never touched.
 */
export const createMarkerFilter = (
  isGiven: (n: number) => boolean,
  onCited: (n: number, before: string) => void,
) => {
  let held = ''
  let passed = ''
  let code = ''

  const rewrite = (prose: string) =>
    prose.replace(MARKER, (_, list: string, offset: number) =>
      list
        .split(',')
        .map(Number)
        .filter(isGiven)
        .map((n) => {
          onCited(n, passed + prose.slice(0, offset))
          return `[${n}]`
        })
        .join(''),
    )

  const release = (text: string) => {
    let out = ''
    for (const part of text.split(/(`+)/)) {
      const isTicks = part.startsWith('`')
      const given = isTicks || code !== '' ? part : rewrite(part)
      if (isTicks && code === '') code = part
      else if (isTicks && code === part) code = ''
      out += given
      passed += given
    }
    return out
  }

  return {
    push(text: string) {
      held += text
      const unfinished = UNFINISHED_TICKS.exec(held) ?? (code === '' ? UNFINISHED_MARKER.exec(held) : null)
      const ready = unfinished ? held.slice(0, unfinished.index) : held
      held = held.slice(ready.length)
      return release(ready)
    },
    end() {
      const rest = UNFINISHED_MARKER.test(held) && code === '' ? '' : held
      held = ''
      return release(rest)
    },
  }
}
