/** C0 controls other than tab and line feed. */
const CONTROLS = /(?![\t\n])\p{Cc}/gu
/** Zero-width, bidirectional and tag characters: invisible to a reader, not to a model. */
const INVISIBLE = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/gu

/** Text as people see it: no control or invisible characters, `\n` as line end, well-formed. */
export const cleaned = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(INVISIBLE, '')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[\u00a0\u2007\u202f]/g, ' ')

export const inOneLine = (text: string) => cleaned(text).replace(/\s+/g, ' ').trim()

const NAME_MAX = 200

/** A file name for display: the last part of a path, without misleading characters, at most 200 long. */
export const cleanedFileName = (name: string) => {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const plain = inOneLine(last).normalize('NFC')
  if (plain === '' || plain === '.' || plain === '..') return 'Untitled'
  if (plain.length <= NAME_MAX) return plain
  const extension = /\.[^.]{1,8}$/.exec(plain)?.[0] ?? ''
  return `${plain.slice(0, NAME_MAX - extension.length - 1)}…${extension}`
}

export const extensionOf = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ''

/** `returns-policy_2026.pdf` → `returns policy 2026` */
export const titleFromName = (name: string) =>
  name
    .replace(/\.[a-z0-9]+$/i, '')
    .replace(/[-_]+/g, ' ')
    .trim() || name
