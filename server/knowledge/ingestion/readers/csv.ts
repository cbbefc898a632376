import { parse } from 'csv-parse/sync'
import { failure, IngestionFailure } from '../../../kernel/texts/reasons.ts'
import { type Extracted, textBuilder } from '../extracted.ts'
import { addSheet } from '../records.ts'

/** Decimal commas are as frequent as the delimiter of their file. */
const DELIMITERS = [';', '\t', '|', ',']
const LINES_COMPARED = 20
const LETTERS_COMPARED = 20_000

/** A first line that tells Excel the delimiter. */
const DECLARED = /^\ufeff?sep=(.)\r?\n/i

/** How many of the lines it divides into the same number of cells, and into how many. */
const fitOf = (lines: string[], delimiter: string) => {
  const counts = new Map<number, number>()
  for (const line of lines) {
    const cells = line.split(delimiter).length
    if (cells > 1) counts.set(cells, (counts.get(cells) ?? 0) + 1)
  }
  const [cells = 1, fitting = 0] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? []
  return { delimiter, cells, fitting }
}

/** The declared one, else that which divides most of the first lines alike, outside quotes, also one that is cut off. */
const delimiterOf = (source: string) => {
  const declared = DECLARED.exec(source)?.[1]
  if (declared) return declared
  const lines = source
    .slice(0, LETTERS_COMPARED)
    .replace(/(?<![^\s;|,])"(?:[^"]|"")*(?:"|$)/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, LINES_COMPARED)
  const [best] = DELIMITERS.map((delimiter) => fitOf(lines, delimiter)).sort(
    (one, other) => other.fitting - one.fitting || other.cells - one.cells,
  )
  return best!.delimiter
}

interface Bounds {
  readonly rows: number
  readonly columns: number
}

/**
 * All rows, also empty ones, or those of a table within `bounds`, which is read no further than they reach: its cost is in its
 * cells, not in its bytes.
 * @throws IngestionFailure for an unclosed quotation mark, or for a table beyond `bounds`
 */
export const rowsOf = (source: string, bounds?: Bounds): string[][] => {
  const tooLong = () => failure('table_too_long', { ...bounds })
  try {
    const rows: string[][] = parse(source.replace(DECLARED, ''), {
      delimiter: delimiterOf(source),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
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

/** One record per line; a title above the names of columns is text. */
export const readCsv = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  addSheet(builder, rowsOf(source), 1)
  return builder.finish('', name)
}
