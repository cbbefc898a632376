import type { Cell, Statement } from './statements.ts'
import type { Window } from './windows.ts'

/** One cell alone is no table. */
const CELLS_MIN = 2

/** Rows of one table, which can be shown as one. */
export const isTable = (rows: readonly Statement[]) => {
  const columns = rows.map(({ cells = [] }) => cells.map(({ column }) => column).join('\n'))
  return (rows[0]?.cells ?? []).length >= CELLS_MIN && columns.every((one) => one === columns[0])
}

/** A column stands out where it holds so much more of the question than any other. */
const STANDS_OUT = 1.5

/**
 * The place of the cell that is asked for: that of the column whose name holds most of the question, unless the
 * question itself says what stands in it. Null where no column stands out.
 */
const placeAskedFor = (cells: readonly Cell[], { shareOf }: Window) => {
  const shares = cells.map(({ column, value }) => (shareOf(value) > 0 ? 0 : shareOf(column)))
  const [most = 0, next = 0] = shares.toSorted((a, b) => b - a)
  return most > 0 && most >= next * STANDS_OUT ? shares.indexOf(most) : null
}

/** Rows as a small table of Markdown, the cell that is asked for in bold, and the marker behind it. */
export const tableText = (
  rows: readonly Statement[],
  { window, marker, escaped }: { window: Window; marker: string; escaped: (text: string) => string },
) => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = (rows[0]?.cells ?? []).map(({ column }) => escaped(column))
  const lines = rows.map(({ cells = [] }, place) => {
    const answer = placeAskedFor(cells, window)
    const marked = place === rows.length - 1 ? (answer ?? cells.length - 1) : null
    return line(
      cells.map(({ value }, at) => {
        const text = at === answer ? `**${escaped(value)}**` : escaped(value)
        return at === marked && marker !== '' ? `${text} ${marker}` : text
      }),
    )
  })
  return [line(columns), line(columns.map(() => '---')), ...lines].join('\n')
}
