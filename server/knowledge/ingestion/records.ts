import type { TextBuilder } from './extracted.ts'
import { RECORDS_LENGTH } from './split.ts'

const NUMERIC = /^[-+]?[\d.,\s]+$/

const YEAR = /^(?:19|20)\d\d$/

export const isNumber = (cell: string) => NUMERIC.test(cell)

/** Whether these are column names: no numbers except years above other values, and enough for the row below. */
export const isHeader = (row: string[], below: string[] = []) => {
  const named = row.filter((cell) => cell !== '').length
  const unnamed = below.filter((cell, at) => cell !== '' && !row[at]).length
  const isName = (cell: string, at: number) =>
    !isNumber(cell) || (YEAR.test(cell) && !YEAR.test(below[at] ?? ''))
  return named > 0 && named >= unnamed && row.every(isName)
}

/** Names that are given again get a number. */
const distinct = (names: string[]) => {
  const counts = new Map<string, number>()
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
}

export const addRecord = (
  builder: TextBuilder,
  pairs: [name: string, value: string][],
  page: number | null = null,
) => {
  const cells = pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`)
  const record = cells.join('; ')
  // A record too long for one passage repeats its first cell above each part: the question of an answer.
  if (record.length > RECORDS_LENGTH) builder.under(cells[0] ?? '', () => builder.add('record', record, page))
  else builder.add('record', record, page)
}

/** One record per row: `Header: value; Header: value`. Columns without a name are numbered. */
export const addTable = (
  builder: TextBuilder,
  rows: string[][],
  isHeaded = rows.length > 1 && isHeader(rows[0] ?? [], rows[1]),
  page: number | null = null,
) => {
  const [first = [], ...others] = rows
  const names = isHeaded ? distinct(first) : []
  for (const row of isHeaded ? others : rows)
    addRecord(
      builder,
      row.map((cell, index) => [names[index] || `Column ${index + 1}`, cell]),
      page,
    )
}
