import { parse } from 'csv-parse/sync'
import { failure, IngestionFailure } from '../../../kernel/texts/reasons.ts'
import { type Extracted, textBuilder } from '../extracted.ts'
import { addTable } from '../records.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** A first line that tells Excel the delimiter. */
const DECLARED = /^\ufeff?sep=(.)\r?\n/i

/** The declared one, else the most frequent in the first line, outside quotes. */
const delimiterOf = (source: string) => {
  const declared = DECLARED.exec(source)?.[1]
  if (declared) return declared
  const line = (/^.*/.exec(source.trimStart())?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

interface Bounds {
  readonly rows: number
  readonly columns: number
}

interface Options {
  readonly skipsEmpty?: boolean
  readonly bounds?: Bounds
}

/**
 * All rows, or those of a table within `bounds`, which is read no further than they reach: its cost is in its
 * cells, not in its bytes.
 * @throws IngestionFailure for an unclosed quotation mark, or for a table beyond `bounds`
 */
export const rowsOf = (source: string, { skipsEmpty = true, bounds }: Options = {}): string[][] => {
  const tooLong = () => failure('table_too_long', { ...bounds })
  try {
    const rows: string[][] = parse(source.replace(DECLARED, ''), {
      delimiter: delimiterOf(source),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: skipsEmpty,
      trim: true,
      ...(bounds && {
        to: bounds.rows + 1,
        cast: (cell, { index }) => {
          if (index >= bounds.columns) throw tooLong()
          return cell
        },
      }),
    })
    if (bounds && rows.length > bounds.rows) throw tooLong()
    return rows
  } catch (error) {
    if (error instanceof IngestionFailure) throw error
    throw failure('damaged_file', { reason: 'quotation' })
  }
}

/** One record per line. */
export const readCsv = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  addTable(builder, rowsOf(source))
  return builder.finish('', name)
}
