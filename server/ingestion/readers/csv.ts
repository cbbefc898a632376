import { parse } from 'csv-parse/sync'
import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'
import { failure } from '../failure.ts'
import { RECORDS_LENGTH } from '../split.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter that the first line holds most of, outside of quotes. */
const delimiterOf = (source: string) => {
  const line = (/^.*/.exec(source.trimStart())?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

const rowsOf = (source: string): string[][] => {
  try {
    return parse(source, {
      delimiter: delimiterOf(source),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
    })
  } catch {
    throw failure('damaged_file', 'This table cannot be read: a quotation mark is never closed.')
  }
}

const isHeader = (row: string[]) =>
  row.every((cell) => cell !== '' && !/^[-+]?[\d.,\s]+$/.test(cell)) && new Set(row).size === row.length

/** One line a record: `Header: value; Header: value`. Without a header row the columns are numbered. */
export const readCsv = (source: string, name: string): Extracted => {
  const rows = rowsOf(source)
  const first = rows[0] ?? []
  const headed = rows.length > 1 && isHeader(first)
  const header = headed ? first : first.map((_, index) => `Column ${index + 1}`)
  const builder = textBuilder()
  for (const row of headed ? rows.slice(1) : rows) {
    const cells = row.flatMap((cell, index) =>
      cell === '' ? [] : [`${header[index] ?? `Column ${index + 1}`}: ${cell.replace(/\s+/g, ' ')}`],
    )
    const record = cells.join('; ')
    // A record too long for one passage keeps its first cell above each of them: the question of an answer.
    if (record.length > RECORDS_LENGTH) builder.under(cells[0] ?? '', () => builder.add('record', record))
    else builder.add('record', record)
  }
  return builder.finish('', titleFromName(name))
}
