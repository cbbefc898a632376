import type { Element } from 'hast'
import { gridOf, spanOf } from './grid.ts'
import { childrenNamed, HEADING, holds, isElement, oneLine } from './nodes.ts'

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

/** Number of rows that name the columns; a single name below the first row is a title of rows. */
const namesIn = (rows: Element[][]) => {
  const end = rows.findIndex((cells, at) => cells.length <= Math.min(at, 1) || !cells.every(isName))
  return end < 0 ? 1 : end
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
  const rows = rowElements(table).map(cellsOf)
  const grid = gridOf(
    rows.map((cells) =>
      cells.map((cell) => ({
        text: oneLine(cell).replaceAll('|', ' ').trim(),
        rows: spanOf(cell.properties.rowSpan),
        columns: spanOf(cell.properties.colSpan),
      })),
    ),
  )
  const names = namesIn(rows)
  const header = names === 0 ? grid[0]?.map(() => '') : joined(grid.slice(0, names))
  return [header ?? [], ...grid.slice(names)]
}

/** Formats rows of one-line cells as a Markdown table; the first row is the header. */
export const tableText = (rows: string[][]) => {
  const [header = [], ...body] = rows
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...body.map(line)].join('\n')
}
