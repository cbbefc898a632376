import { parse } from 'csv-parse/sync'
import { failure } from '../../../kernel/texts/ingestion-failure.ts'
import { titleFromName } from '../clean.ts'
import { type Extracted, textBuilder } from '../extracted.ts'
import { addTable } from '../records.ts'

const DELIMITERS = [',', ';', '\t', '|']

/** The most frequent delimiter in the first line, outside quotes. */
const delimiterOf = (source: string) => {
  const line = (/^.*/.exec(source.trimStart())?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

/** @throws IngestionFailure for an unclosed quotation mark */
export const rowsOf = (source: string, { skipsEmpty = true } = {}): string[][] => {
  try {
    return parse(source, {
      delimiter: delimiterOf(source),
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: skipsEmpty,
      trim: true,
    })
  } catch {
    throw failure('damaged_file', { reason: 'quotation' })
  }
}

/** One record per line. */
export const readCsv = (source: string, name: string): Extracted => {
  const builder = textBuilder()
  addTable(builder, rowsOf(source))
  return builder.finish('', titleFromName(name))
}
