import type { Cell, Statement } from './statements.ts'
import type { Window } from './windows.ts'

/** A single column is not shown as a table. */
const CELLS_MIN = 2

/** Whether rows have the same columns, so that they can be shown as one table. */
export const isTable = (rows: readonly Statement[]) => {
  const columns = rows.map(({ cells = [] }) => cells.map(({ column }) => column).join('\n'))
  return (rows[0]?.cells ?? []).length >= CELLS_MIN && columns.every((one) => one === columns[0])
}

/** The best column must match the question this many times better than the next one. */
const LEAD_MIN = 1.5

/**
 * Index of the column that the question asks for: the one whose name matches the question best. Columns whose value the
 * question already mentions are excluded. Null if no column is clearly best.
 */
const answerColumn = (cells: readonly Cell[], { shareOf }: Window) => {
  const shares = cells.map(({ column, value }) => (shareOf(value) > 0 ? 0 : shareOf(column)))
  const [most = 0, next = 0] = shares.toSorted((a, b) => b - a)
  return most > 0 && most >= next * LEAD_MIN ? shares.indexOf(most) : null
}

/** A Markdown table of the rows. The cell that answers the question is bold; the marker follows it. */
export const tableText = (
  rows: readonly Statement[],
  { window, marker, escaped }: { window: Window; marker: string; escaped: (text: string) => string },
) => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = (rows[0]?.cells ?? []).map(({ column }) => escaped(column))
  const lines = rows.map(({ cells = [] }, row) => {
    const answer = answerColumn(cells, window)
    const marked = row === rows.length - 1 ? (answer ?? cells.length - 1) : null
    return line(
      cells.map(({ value }, column) => {
        const text = column === answer ? `**${escaped(value)}**` : escaped(value)
        return column === marked && marker !== '' ? `${text} ${marker}` : text
      }),
    )
  })
  return [line(columns), line(columns.map(() => '---')), ...lines].join('\n')
}
