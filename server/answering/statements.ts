import { sentencesOf } from '../ingestion/sentences.ts'

/** A part of a passage that can be quoted by itself; `text` is how it reads outside of its table or list. */
export type Statement = { quote: string; start: number; text: string; row: boolean }

const FENCE = /^\s*```/
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+$/
const LIST_MARKER = /^\s*(?:[-•▪◦]|\d{1,3}[.)])\s+/
/** A sentence that leans on the one before it. */
const LEANS =
  /^(?:it|its|this|that|they|these|those|he|she|otherwise|however|then|there|in that case|if so)\b/i
/** The longest that two sentences may become when one leans on the other. */
const LEANING_LENGTH_MAX = 320

const cellsOf = (row: string) =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim())

const rowText = (header: string[], cells: string[]) =>
  cells
    .flatMap((cell, index) => (cell === '' ? [] : [header[index] ? `${header[index]}: ${cell}` : cell]))
    .join('; ')

const sentencesIn = (line: string, start: number): Statement[] => {
  const spans = sentencesOf(line)
  return spans.map((span, index) => {
    const before = spans[index - 1]
    const own = line.slice(span.start, span.end)
    const from =
      before && LEANS.test(own) && span.end - before.start <= LEANING_LENGTH_MAX ? before.start : span.start
    const quote = line.slice(from, span.end)
    return { quote, start: start + from, text: quote, row: false }
  })
}

/** Sentences of prose, rows of tables with their headers, items of lists, records of a CSV. */
export const statementsOf = (content: string, isRecords = false): Statement[] => {
  const statements: Statement[] = []
  let header: string[] = []
  let inCode = false
  for (const { index, 0: line } of content.matchAll(/[^\n]+/g)) {
    if (FENCE.test(line)) inCode = !inCode
    else if (inCode) statements.push({ quote: line, start: index, text: line.trim(), row: true })
    else if (TABLE_RULE.test(line)) {
      header = cellsOf(statements.pop()?.quote ?? '')
    } else if (line.startsWith('|')) {
      statements.push({ quote: line, start: index, text: rowText(header, cellsOf(line)), row: true })
    } else if (isRecords) statements.push({ quote: line, start: index, text: line, row: true })
    else {
      const marker = LIST_MARKER.exec(line)?.[0] ?? ''
      const found = sentencesIn(line.slice(marker.length), index + marker.length)
      statements.push(...(marker ? found.map((statement) => ({ ...statement, row: true })) : found))
    }
  }
  return statements
}
