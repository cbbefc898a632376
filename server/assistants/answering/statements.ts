import { sentencesOf } from '../../knowledge/ingestion/sentences.ts'

/** A part of a passage that can be quoted separately: a sentence, a list item, a table row or record, or code. */
export type Statement = {
  /** A literal part of the passage, and its offset in UTF-16 code units. */
  quote: string
  start: number
  /** The text to show outside of its table or list. */
  text: string
  /** The non-empty cells of a row, with the names of their columns. */
  cells?: Cell[]
  kind: 'sentence' | 'item' | 'row' | 'code'
  /** Number of the paragraph, list, table or code block that it belongs to. */
  block: number
}

export type Cell = { column: string; value: string }

const FENCE = /^\s*```/
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+$/
const LIST_MARKER = /^(\s*)(?:[-•▪◦]|\d{1,3}[.)])\s+/
/** Longer items are split into sentences. */
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

/** Empty if a cell has no column name. */
const cellsBelow = (header: string[], cells: string[]): Cell[] => {
  const filled = cells.flatMap((value, index) =>
    value === '' ? [] : [{ column: header[index] ?? '', value }],
  )
  return filled.every(({ column }) => column !== '') ? filled : []
}

const RECORD_CELL = /^([^:;]{1,60}): (.*)$/

/** Parses a record written by `addRecord`: `Name: value; Name: value`. Values may contain semicolons. */
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

/** Splits a passage at blank lines and where the kind of line changes. */
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

/** List items, each with its indented lines. */
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

/** The statements of a passage, in order. With `isRecords`, each line is a record of a table. */
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
