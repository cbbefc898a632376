import type { Element, Nodes } from 'hast'
import type { TextBuilder } from './extracted.ts'
import { gridOf, spanOf } from './grid.ts'
import { childrenNamed, HEADING, holds, isElement, oneLine } from './nodes.ts'
import { addTable, isHeader } from './records.ts'
import { WHOLE_LENGTH } from './split.ts'

const rowElements = (table: Element): Element[] =>
  table.children.flatMap((child) =>
    !isElement(child) ? [] : child.tagName === 'tr' ? [child] : childrenNamed(child, 'tr'),
  )

const cellsOf = (row: Element) => childrenNamed(row, 'td', 'th')
const isName = ({ tagName }: Element) => tagName === 'th'

/** Whether a table contains data rather than layout. */
export const isGrid = (table: Element) => {
  const placesBlocks = holds(
    table,
    ({ tagName }) => tagName === 'table' || HEADING.test(tagName) || tagName === 'pre',
  )
  return rowElements(table).some((row) => cellsOf(row).length > 1) && (!placesBlocks || holds(table, isName))
}

const BOLD = new Set(['b', 'strong'])

const isBold = (node: Nodes): boolean => {
  if (node.type === 'text') return node.value.trim() === ''
  return (isElement(node) && BOLD.has(node.tagName)) || ('children' in node && node.children.every(isBold))
}

/** With two columns, these may be a name and a value, too. */
const COLUMNS_WITH_NAMES_MIN = 3
/** A name is a word or a year. */
const NAME = /^(?:\d+|\D+)$/
const hasDigit = (text: string) => /\d/.test(text)

/** Whether the first row names the columns, as numbers below its words show. */
const isAboveNumbers = ([names = [], ...rows]: string[][]) => {
  if (names.length < COLUMNS_WITH_NAMES_MIN || !isHeader(names, rows[0])) return false
  const numbers = names.map((name, column) => {
    const values = rows.map((row) => row[column] ?? '').filter((value) => value !== '')
    return NAME.test(name) && values.every(hasDigit) ? values.length : 0
  })
  return numbers.reduce((sum, count) => sum + count, 0) > 1
}

/** Number of rows that name the columns; a single name below the first row is a title of rows. */
const namesIn = (table: Element, rows: Element[], grid: string[][]) => {
  const heads = new Set(childrenNamed(table, 'thead').flatMap(({ children }) => children))
  const isHead = (row: Element, at: number) => {
    const cells = cellsOf(row)
    return cells.length > Math.min(at, 1) && (heads.has(row) || cells.every(isName))
  }
  const end = rows.findIndex((row, at) => !isHead(row, at))
  if (end !== 0) return Math.max(1, end)
  const [first = [], second = []] = rows.slice(0, 2).map(cellsOf)
  const isCross = first.length > 1 && first.slice(1).every(isName)
  const isSetOff = first.length > 1 && first.every(isBold) && !second.every(isBold)
  return isCross || isSetOff || isAboveNumbers(grid) ? 1 : 0
}

/** Names of columns in several rows: `Price` above `Monthly` is `Price Monthly`. */
const joined = (rows: string[][]) =>
  rows
    .reduce((widest, row) => (row.length > widest.length ? row : widest), [])
    .map((_, column) =>
      [...new Set(rows.map((row) => row[column] ?? ''))].filter((name) => name !== '').join(' '),
    )

/** The cells of each row as one line of text; the first row is the header, empty if the table has none. */
export const rowsOf = (table: Element): string[][] => {
  const rows = rowElements(table)
  const grid = gridOf(
    rows.map((row) =>
      cellsOf(row).map((cell) => ({
        text: oneLine(cell).replaceAll('|', ' ').trim(),
        rows: spanOf(cell.properties.rowSpan),
        columns: spanOf(cell.properties.colSpan),
      })),
    ),
  )
  const names = namesIn(table, rows, grid)
  const header = names === 0 ? grid[0]?.map(() => '') : joined(grid.slice(0, names))
  return [header ?? [], ...grid.slice(names)]
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |`

/** Formats rows of one-line cells as a Markdown table; the first row is the header. */
export const tableText = (rows: string[][]) => {
  const [header = [], ...body] = rows
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...body.map(line)].join('\n')
}

/** A part of a long table; its names take up a third of it at most. */
const PART_LENGTH = 1_200
const NAMES_LENGTH_MAX = PART_LENGTH / 3

const partsOf = (rows: string[][], size: number) => {
  const parts: string[][][] = []
  let left = 0
  for (const row of rows) {
    left -= line(row).length + 1
    if (left < 0) {
      parts.push([])
      left = size - line(row).length - 1
    }
    parts.at(-1)?.push(row)
  }
  return parts
}

/** Adds a table; each part of a long one has the names of its columns, and each row if they are long themselves. */
export const addRows = (builder: TextBuilder, rows: string[][], page: number | null = null) => {
  const [names = [], ...body] = rows
  const text = tableText(rows)
  const head = tableText([names]).length
  const longest = body.reduce((most, row) => Math.max(most, line(row).length), 0)
  const isNamed = names.some((name) => name !== '')
  if (!isNamed || text.length <= WHOLE_LENGTH) builder.add('table', text, page)
  else if (head > NAMES_LENGTH_MAX || head + longest >= WHOLE_LENGTH) addTable(builder, rows, isNamed, page)
  else
    for (const part of partsOf(body, PART_LENGTH - head))
      builder.add('table', tableText([names, ...part]), page)
}
