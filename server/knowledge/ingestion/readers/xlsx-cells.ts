import { walkXml } from '../xml.ts'

export type Cell = { type: string; style: number; value: string }
type Format = 'plain' | 'date' | 'time' | 'percent'

/** Predefined formats, by number (ECMA-376, 18.8.30). */
const builtInFormat = (id: number): Format => {
  if (id === 9 || id === 10) return 'percent'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'date'
  if (id >= 50 && id <= 58) return 'date'
  return (id >= 18 && id <= 21) || (id >= 32 && id <= 35) || (id >= 45 && id <= 47) ? 'time' : 'plain'
}

/** Kind of a format code, ignoring its quoted text, escaped letters and conditions. */
const formatOf = (code: string): Format => {
  const shown = code
    .toLowerCase()
    .replace(/\[[hms]{1,9}\]/g, 'h')
    .replace(/"[^"]*"|\\.|_.|\[[^\][]*\]/g, '')
  if (/[yd]/.test(shown)) return 'date'
  if (/[hs]/.test(shown)) return 'time'
  return shown.includes('%') ? 'percent' : 'plain'
}

export const cellFormats = (styles: Buffer | null): Format[] => {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  if (!styles) return formats
  let isCellStyle = false
  walkXml(styles, {
    open(tag, { numFmtId = '0', formatCode = '' }) {
      const id = Number(numFmtId)
      if (tag === 'numFmt') codes.set(id, formatCode)
      if (tag === 'cellXfs') isCellStyle = true
      if (tag !== 'xf' || !isCellStyle) return
      const code = codes.get(id)
      formats.push(code === undefined ? builtInFormat(id) : formatOf(code))
    },
    close(tag) {
      if (tag === 'cellXfs') isCellStyle = false
    },
  })
  return formats
}

const DAY = 86_400_000 // ms
/** Day 0 of the two workbook calendars; the first counts 29 February 1900, which did not exist. */
const DAY_ZERO = { in1900: Date.UTC(1899, 11, 30), in1904: Date.UTC(1904, 0, 1) }

const dateText = (days: number, startsIn1904: boolean, format: Format) => {
  const date = new Date(DAY_ZERO[startsIn1904 ? 'in1904' : 'in1900'] + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', time = ''] = date.toISOString().split('T')
  if (format === 'time' && days < 1) return time.slice(0, 5)
  return date.getTime() % DAY === 0 ? day : `${day} ${time.slice(0, 5)}`
}

/** Without digits added by binary fractions. */
const numberText = (value: number) => String(Number(value.toPrecision(15)))

/** A cell as shown by the sheet, as far as its kind matters: dates and percentages differ from numbers. */
export const cellText = (
  { type, style, value }: Cell,
  { texts, formats, startsIn1904 }: { texts: string[]; formats: Format[]; startsIn1904: boolean },
) => {
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'yes' : 'no'
  if (type === 'e') return ''
  if (type !== 'n' || value.trim() === '') return value
  const number = Number(value)
  if (Number.isNaN(number)) return value
  const format = formats[style] ?? 'plain'
  if (format === 'percent') return `${numberText(number * 100)}%`
  return format === 'plain' ? numberText(number) : dateText(number, startsIn1904, format)
}
