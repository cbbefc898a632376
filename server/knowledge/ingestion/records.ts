import type { TextBuilder } from './extracted.ts'
import { RECORDS_LENGTH } from './split.ts'

const LETTER = /\p{L}/u

const NUMERIC = /^[-+]?\p{Sc}?[\d.,\s]+\p{Sc}?$/u

const YEAR = /^(?:19|20)\d\d$/

const isNumber = (cell: string) => NUMERIC.test(cell)

const withoutNumbers = (cell: string) => cell.replace(/\d[\d.,]*/g, '#')

/** Values with the same unit, such as `5 kg` and `12 kg`. */
const areAlike = (cell: string, below: string) => {
  const unit = withoutNumbers(cell)
  return unit !== cell && unit === withoutNumbers(below)
}

/** Whether these are column names: no numbers except years above other values, and enough for the row below. */
export const isHeader = (row: string[], below: string[] = []) => {
  const named = row.filter((cell) => cell !== '').length
  const unnamed = below.filter((cell, at) => cell !== '' && !row[at]).length
  const isName = (cell: string, at: number) =>
    (!isNumber(cell) && !areAlike(cell, below[at] ?? '')) || (YEAR.test(cell) && !YEAR.test(below[at] ?? ''))
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

const filled = (row: string[]) => row.filter((cell) => cell !== '')

/** Maximum number of rows of notes above a table. */
const NOTES_MAX = 20

/**
 * A table's first row: names of its columns above a row with a number, after notes with fewer cells;
 * otherwise the first row with more than one cell.
 */
const tableAt = (rows: string[][], noteCells: number) => {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const header = rows
    .slice(0, NOTES_MAX)
    .findIndex(
      (row, at) => row.length === width && isHeader(row, rows[at + 1]) && rows[at + 1]?.some(isNumber),
    )
  const names = filled(rows[header] ?? []).length
  const isNote = (row: string[]) => filled(row).length < Math.min(names, noteCells + 1)
  if (header > 0 && rows.slice(0, header).every(isNote)) return header
  return Math.max(
    0,
    rows.findIndex((row) => filled(row).length > 1),
  )
}

/**
 * Names of other columns after empty rows, or null: each value below has a name. One empty row also divides groups of
 * a table, so that titles of one cell, or a second empty row, must be above the names.
 */
const tableAfter = (rows: string[][], gap: number, emptyRows: number) => {
  const offset = rows.slice(gap, gap + NOTES_MAX).findIndex((row) => filled(row).length > 1)
  const [names = [], below = []] = offset < 0 ? [] : rows.slice(gap + offset, gap + offset + 2)
  const isNamed = below.every((cell, at) => cell === '' || (names[at] ?? '') !== '')
  const isNew =
    (offset > 0 || emptyRows > 1) &&
    isNamed &&
    isHeader(names, below) &&
    below.some((cell, at) => isNumber(cell) && LETTER.test(names[at] ?? ''))
  return isNew ? gap + offset : null
}

/**
 * Lines above a table, of at most `noteCells`, as text, each table as records: one after empty rows may have columns of
 * its own.
 */
export const addSheet = (builder: TextBuilder, all: string[][], noteCells = Number.POSITIVE_INFINITY) => {
  const rows: string[][] = []
  const gaps = new Map<number, number>()
  for (const row of all) {
    if (filled(row).length > 0) rows.push(row)
    else gaps.set(rows.length, (gaps.get(rows.length) ?? 0) + 1)
  }
  let notes = 0
  let table = tableAt(rows, noteCells)
  const addUpTo = (end: number) => {
    for (const row of rows.slice(notes, table)) builder.add('text', filled(row).join(' '))
    addTable(builder, rows.slice(table, end))
  }
  for (const [gap, emptyRows] of gaps) {
    const next = gap > table + 1 ? tableAfter(rows, gap, emptyRows) : null
    if (next === null) continue
    addUpTo(gap)
    notes = gap
    table = next
  }
  addUpTo(rows.length)
}
