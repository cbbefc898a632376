import type { TextBuilder } from './extracted.ts'
import { RECORDS_LENGTH } from './split.ts'

const NUMERIC = /^[-+]?[\d.,\s]+$/

/** Column names: none missing, all different, and none a number. */
export const isHeader = (row: string[]) =>
  row.every((cell) => cell !== '' && !NUMERIC.test(cell)) && new Set(row).size === row.length

export const addRecord = (builder: TextBuilder, pairs: [name: string, value: string][]) => {
  const cells = pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`)
  const record = cells.join('; ')
  // A record too long for one passage repeats its first cell above each part: the question of an answer.
  if (record.length > RECORDS_LENGTH) builder.under(cells[0] ?? '', () => builder.add('record', record))
  else builder.add('record', record)
}

/** One record per row: `Header: value; Header: value`. Without a header row, columns are numbered. */
export const addTable = (builder: TextBuilder, rows: string[][]) => {
  const first = rows[0] ?? []
  const isHeaded = rows.length > 1 && isHeader(first)
  const nameOf = (index: number) => (isHeaded ? first[index] : undefined) ?? `Column ${index + 1}`
  for (const row of isHeaded ? rows.slice(1) : rows)
    addRecord(
      builder,
      row.map((cell, index) => [nameOf(index), cell]),
    )
}
