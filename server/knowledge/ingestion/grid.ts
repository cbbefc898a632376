/** A cell and the number of rows and columns that it is merged over. */
export type MergedCell = { text: string; rows: number; columns: number }

/** As many as HTML allows columns. */
const SPAN_MAX = 1_000
/** Merged cells repeat at most this many times the text of their table, or a small file would make a huge result. */
const REPEATED_MAX = 20
/** Between two cells. */
const SEPARATOR_LENGTH = 3

export const spanOf = (value: unknown) => Math.min(SPAN_MAX, Math.max(1, Math.trunc(Number(value)) || 1))

/** Tells whether a table with these texts may repeat another one, `columns` times. */
export const createRepetition = (texts: Iterable<string>) => {
  let left = 0
  for (const text of texts) left += (text.length + SEPARATOR_LENGTH) * REPEATED_MAX
  return (text: string, columns = 1) => {
    left -= (text.length + SEPARATOR_LENGTH) * columns
    return left >= 0
  }
}

/**
 * The texts of a table by row and column: a merged cell's text is in each of its places. One that is alone in its row
 * is a title of the rows below and is not repeated beside itself.
 */
export const gridOf = (table: MergedCell[][]): string[][] => {
  const mayRepeat = createRepetition(table.flat().map(({ text }) => text))
  const grid: (string | undefined)[][] = table.map(() => [])
  table.forEach((cells, first) => {
    const own = grid[first] ?? []
    let column = 0
    for (const { text, rows, columns } of cells) {
      while (own[column] !== undefined) column++
      own[column] = text
      const width = cells.length === 1 && own.length === 1 ? 1 : columns
      for (let at = first; at < first + rows; at++) {
        const row = grid[at]
        if (!row) break
        const gap = Math.max(0, column - row.length)
        if (!mayRepeat(text, width) || !mayRepeat('', gap)) break
        for (let place = column; place < column + width; place++) row[place] ??= text
      }
    }
  })
  return grid.map((row) => Array.from(row, (text) => text ?? ''))
}
