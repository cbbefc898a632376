import { sentencesOf } from '../../knowledge/ingestion/sentences.ts'

/**
 * A part of a passage that can be quoted by itself: a sentence of prose, an item of a list, a row of a table or a
 * record, or code whole.
 */
export type Statement = {
  /** A literal part of the passage, and where it begins there, in UTF-16 units. */
  quote: string
  start: number
  /** How it reads outside of its table or list. */
  text: string
  /** Of a row: the cells that are not empty, below the names of their columns. */
  cells?: Cell[]
  kind: 'sentence' | 'item' | 'row' | 'code'
  /** Statements of one paragraph, list, table or block of code have the same number. */
  block: number
}

export type Cell = { column: string; value: string }

const FENCE = /^\s*```/
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+$/
const LIST_MARKER = /^(\s*)(?:[-•▪◦]|\d{1,3}[.)])\s+/
/** A longer item is quoted sentence by sentence. */
const ITEM_LENGTH_MAX = 400
const CODE_LINES_MAX = 14

type Line = { text: string; start: number }
type Block = { kind: 'prose' | 'list' | 'table' | 'code'; lines: Line[] }

const cellsOf = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const rowText = (header: string[], cells: string[]) =>
  cells
    .flatMap((cell, index) => (cell === '' ? [] : [header[index] ? `${header[index]}: ${cell}` : cell]))
    .join('; ')

/** None where a column has no name: what stands in it could not be told. */
const cellsBelow = (header: string[], cells: string[]): Cell[] => {
  const filled = cells.flatMap((value, index) =>
    value === '' ? [] : [{ column: header[index] ?? '', value }],
  )
  return filled.every(({ column }) => column !== '') ? filled : []
}

const RECORD_CELL = /^([^:;]{1,60}): (.*)$/

/** Of a record, as `addRecord` writes it: `Name: value; Name: value`, where a value may hold a semicolon. */
const cellsOfRecord = (record: string) =>
  record.split('; ').reduce<Cell[]>((cells, part) => {
    const [, column, value] = RECORD_CELL.exec(part) ?? []
    const last = cells.at(-1)
    if (column !== undefined && value !== undefined) cells.push({ column, value })
    else if (last) last.value += `; ${part}`
    return cells
  }, [])

const linesOf = (content: string): Line[] => {
  let start = 0
  return content.split('\n').map((text) => {
    const line = { text, start }
    start += text.length + 1
    return line
  })
}

/** Lines that belong together: blank lines part them, and so does a change between prose, list, table and code. */
const blocksOf = (content: string): Block[] => {
  const blocks: Block[] = []
  let open: Block | null = null
  const add = (kind: Block['kind'], line: Line, isNew: boolean) => {
    if (isNew || open?.kind !== kind) {
      open = { kind, lines: [] }
      blocks.push(open)
    }
    open.lines.push(line)
  }
  let inCode = false
  let isNew = true
  for (const line of linesOf(content)) {
    if (FENCE.test(line.text)) {
      inCode = !inCode
      isNew = true
    } else if (inCode) {
      add('code', line, isNew)
      isNew = false
    } else if (line.text.trim() === '') isNew = true
    else {
      const isItem = LIST_MARKER.test(line.text)
      const continuesItem = open !== null && (open as Block).kind === 'list' && /^\s/.test(line.text)
      add(
        line.text.startsWith('|') ? 'table' : isItem || continuesItem ? 'list' : 'prose',
        line,
        isNew && !continuesItem,
      )
      isNew = false
    }
  }
  return blocks
}

const spanOf = (content: string, lines: Line[]) => {
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return null
  const start = first.start
  const quote = content.slice(start, last.start + last.text.length).trimEnd()
  return quote === '' ? null : { quote, start }
}

type Part = Omit<Statement, 'block'>

const sentencesIn = (content: string, start: number, end: number): Part[] =>
  sentencesOf(content.slice(start, end)).map((span) => {
    const quote = content.slice(start + span.start, start + span.end)
    return { quote, start: start + span.start, text: quote.replace(/\s+/g, ' '), kind: 'sentence' }
  })

/** The items of a list, each with the lines that are indented below it. */
const itemsIn = (content: string, lines: Line[]): Part[] => {
  const items: Line[][] = []
  const outer = LIST_MARKER.exec(lines[0]?.text ?? '')?.[1]?.length ?? 0
  for (const line of lines) {
    const marker = LIST_MARKER.exec(line.text)
    if (items.length === 0 || (marker && (marker[1]?.length ?? 0) <= outer)) items.push([line])
    else items.at(-1)?.push(line)
  }
  return items.flatMap((item): Part[] => {
    const span = spanOf(content, item)
    if (!span) return []
    const lead = LIST_MARKER.exec(span.quote)?.[0].length ?? 0
    const start = span.start + lead
    const quote = span.quote.slice(lead)
    return quote.length > ITEM_LENGTH_MAX
      ? sentencesIn(content, start, start + quote.length)
      : [{ quote, start, text: quote, kind: 'item' }]
  })
}

const rowsIn = (lines: Line[]): Part[] => {
  const ruled = lines.findIndex(({ text }) => TABLE_RULE.test(text))
  const header = ruled > 0 ? cellsOf(lines[ruled - 1]?.text ?? '') : []
  return lines
    .filter((_, index) => ruled < 0 || index > ruled)
    .map(({ text, start }) => {
      const cells = cellsOf(text)
      return {
        quote: text,
        start,
        text: rowText(header, cells),
        kind: 'row',
        cells: cellsBelow(header, cells),
      }
    })
}

const codeIn = (content: string, lines: Line[]): Part[] => {
  const parts: Line[][] = []
  for (let at = 0; at < lines.length; at += CODE_LINES_MAX) parts.push(lines.slice(at, at + CODE_LINES_MAX))
  return parts.flatMap((part): Part[] => {
    const span = spanOf(content, part)
    return span ? [{ ...span, text: span.quote, kind: 'code' }] : []
  })
}

/** The statements of a passage, in order; `isRecords` says that each of its lines is a record of a table. */
export const statementsOf = (content: string, isRecords = false): Statement[] =>
  blocksOf(content).flatMap(({ kind, lines }, block) => {
    const parts = (): Part[] => {
      if (isRecords)
        return lines.map(({ text, start }) => ({
          quote: text,
          start,
          text,
          kind: 'row',
          cells: cellsOfRecord(text),
        }))
      if (kind === 'code') return codeIn(content, lines)
      if (kind === 'table') return rowsIn(lines)
      if (kind === 'list') return itemsIn(content, lines)
      const span = spanOf(content, lines)
      return span ? sentencesIn(content, span.start, span.start + span.quote.length) : []
    }
    return parts().map((part) => ({ ...part, block }))
  })
