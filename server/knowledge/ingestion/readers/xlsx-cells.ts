import { DAY } from '../../../kernel/durations.ts'
import { raised } from '../nodes.ts'
import { isOn, walkXml } from '../xml.ts'

/** The text that a format shows around a number, and the minimum number of its digits. */
type Shape = { before: string; after: string; digits: number }

const PLAIN_SHAPE: Shape = { before: '', after: '', digits: 1 }

/** Quoted text, an escaped letter, a currency, space as wide as a letter or as the cell, the number, or a sign. */
const TOKEN =
  /"([^"]*)"|\\(.)|\[\$([^\][-]*)(?:-[^\][]*)?\]|[_*].|(general|[0#?][0#?.,/]*)|(\[[<>=])|([€$£¥ ])/gi

/** The unit, currency and leading zeros of a format code. One that depends on the number, or scales it, has none. */
const shapeOf = (code: string): Shape => {
  const tokens = [...(code.split(';')[0] ?? '').matchAll(TOKEN)]
  const numbers = tokens.flatMap(([, , , , number]) => number ?? [])
  const at = tokens.findIndex(([, , , , number]) => number !== undefined)
  const [number = ','] = numbers
  if (numbers.length !== 1 || number.endsWith(',') || tokens.some(([, , , , , condition]) => condition))
    return PLAIN_SHAPE
  const textOf = (some: typeof tokens) =>
    some
      .map(([, quoted, escaped, currency, , , sign]) => quoted ?? escaped ?? currency ?? sign ?? '')
      .join('')
  return {
    before: textOf(tokens.slice(0, at)).trimStart(),
    after: textOf(tokens.slice(at + 1)).trimEnd(),
    digits: /^0+$/.test(number) ? number.length : 1,
  }
}

export type Cell = { type: string; style: number; value: string }
type Kind = 'plain' | 'date' | 'time' | 'duration' | 'percent' | 'hidden'
type Format = { kind: Kind; hasSeconds: boolean } & Shape

const PLAIN: Format = { kind: 'plain', hasSeconds: false, ...PLAIN_SHAPE }
/** Not shown, or struck out. */
const HIDDEN: Format = { ...PLAIN, kind: 'hidden' }

/** Predefined formats, by number (ECMA-376, 18.8.30), as codes of the same kind. */
const builtInCode = (id: number) => {
  if (id === 9 || id === 10) return '%'
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36) return 'd'
  if (id >= 50 && id <= 58) return 'd'
  if ([19, 21, 33, 45, 47].includes(id)) return 'h:m:s'
  if (id === 46) return '[h]:m:s'
  return id === 18 || id === 20 || id === 32 || id === 34 || id === 35 ? 'h:m' : ''
}

const kindOf = (shown: string): Kind => {
  if (/\[[hms]{1,9}\]/.test(shown)) return 'duration'
  if (/[yd]/.test(shown)) return 'date'
  if (/[hs]/.test(shown)) return 'time'
  // Without hours and seconds beside it, `m` means months.
  if (shown.includes('m')) return 'date'
  return shown.includes('%') ? 'percent' : 'plain'
}

/** Nothing is shown of a positive, negative or zero number, nor of a text. */
const SHOWS_NOTHING = ';;;'

/** Kind of a format code, ignoring its quoted text, escaped letters and conditions. */
const formatOf = (code: string): Format => {
  if (code === SHOWS_NOTHING) return HIDDEN
  const shown = code.toLowerCase().replace(/"[^"]*"|\\.|_.|\[(?![hms]{1,9}\])[^\][]*\]/g, '')
  return { kind: kindOf(shown), hasSeconds: shown.includes('s'), ...shapeOf(code) }
}

export const cellFormats = (styles: Buffer | null): Format[] => {
  const codes = new Map<number, string>()
  const formats: Format[] = []
  if (!styles) return formats
  const struckFonts = new Set<number>()
  let fonts = 0
  let isCellStyle = false
  walkXml(styles, {
    open(tag, { numFmtId = '0', formatCode = '', fontId, val }) {
      const id = Number(numFmtId)
      if (tag === 'numFmt') codes.set(id, formatCode)
      if (tag === 'font') fonts++
      if (tag === 'strike' && isOn(val ?? '1')) struckFonts.add(fonts - 1)
      if (tag === 'cellXfs') isCellStyle = true
      if (tag !== 'xf' || !isCellStyle) return
      formats.push(struckFonts.has(Number(fontId)) ? HIDDEN : formatOf(codes.get(id) ?? builtInCode(id)))
    },
    close(tag) {
      if (tag === 'cellXfs') isCellStyle = false
    },
  })
  return formats
}

/** Follows the runs of a text, without phonetic hints and what is struck out. */
export const createRuns = () => {
  let isPhonetic = false
  let isRaised = false
  let isStruck = false
  return {
    open(tag: string, { val }: Record<string, string>) {
      if (tag === 'rPh') isPhonetic = true
      if (tag === 'r' || tag === 'si' || tag === 'c') isRaised = isStruck = false
      if (tag === 'strike') isStruck = isOn(val ?? '1')
      if (tag === 'vertAlign') isRaised = val === 'superscript'
    },
    close(tag: string) {
      if (tag === 'rPh') isPhonetic = false
    },
    shown: (part: string) => (isPhonetic || isStruck ? '' : isRaised ? raised(part) : part),
  }
}

/** Day 0 of the two workbook calendars; the first counts 29 February 1900, which did not exist. */
const DAY_ZERO = { in1900: Date.UTC(1899, 11, 30), in1904: Date.UTC(1904, 0, 1) }

const dateText = (days: number, startsIn1904: boolean, { kind, hasSeconds }: Format) => {
  const date = new Date(DAY_ZERO[startsIn1904 ? 'in1904' : 'in1900'] + Math.round(days * 86_400) * 1000)
  if (Number.isNaN(date.getTime())) return String(days)
  const [day = '', clock = ''] = date.toISOString().split('T')
  const time = clock.slice(0, hasSeconds ? 8 : 5)
  if (kind === 'time' && days < 1) return time
  return date.getTime() % DAY === 0 ? day : `${day} ${time}`
}

/** Hours beyond a day are counted on. */
const durationText = (days: number, { hasSeconds }: Format) => {
  const seconds = Math.round(Math.abs(days) * 86_400)
  const parts = [
    Math.floor(seconds / 3600),
    Math.floor(seconds / 60) % 60,
    ...(hasSeconds ? [seconds % 60] : []),
  ]
  return (days < 0 ? '-' : '') + parts.map((part) => String(part).padStart(2, '0')).join(':')
}

/** Without digits added by binary fractions. */
const numberText = (value: number) => String(Number(value.toPrecision(15)))

const shapedText = (number: number, { before, after, digits }: Format) => {
  const text = numberText(Math.abs(number)).padStart(Number.isInteger(number) ? digits : 1, '0')
  return `${number < 0 ? '-' : ''}${before}${text}${after}`
}

/** A cell as shown by the sheet, as far as it matters: with the kind, unit and leading zeros of a number. */
export const cellText = (
  { type, style, value }: Cell,
  { texts, formats, startsIn1904 }: { texts: string[]; formats: Format[]; startsIn1904: boolean },
) => {
  const format = formats[style] ?? PLAIN
  if (format.kind === 'hidden') return ''
  if (type === 's') return texts[Number(value)] ?? ''
  if (type === 'b') return value === '1' ? 'yes' : 'no'
  if (type === 'e') return ''
  if (type !== 'n' || value.trim() === '') return value
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (format.kind === 'percent') return `${numberText(number * 100)}%`
  if (format.kind === 'duration') return durationText(number, format)
  return format.kind === 'plain' ? shapedText(number, format) : dateText(number, startsIn1904, format)
}
