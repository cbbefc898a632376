import { sentencesOf } from '../ingestion/sentences.ts'

/** A part of a passage that can be quoted by itself; `text` is how it reads outside of its table or list. */
export type Statement = { quote: string; start: number; text: string; row: boolean }

const FENCE = /^\s*```/
const TABLE_RULE = /^\|(?:\s*:?-+:?\s*\|)+$/
const LIST_MARKER = /^\s*(?:[-•▪◦]|\d{1,3}[.)])\s+/
/** A sentence that leans on the one before it. */
const LEANS =
  /^(?:it|its|this|that|they|these|those|he|she|otherwise|however|then|there|in that case|if so)\b/i
/** A list up to this length is quoted whole: one step of five answers nothing. */
const WHOLE_LIST_LENGTH = 600
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

/** Where the list that begins with this line ends. */
const endOfList = (content: string, start: number) => {
  let end = start
  for (const { index, 0: line } of content.slice(start).matchAll(/[^\n]+/g)) {
    if (start + index > end + 1 || (!/^\s/.test(line) && !LIST_MARKER.test(line))) break
    end = start + index + line.length
  }
  return end
}

/** Sentences of prose, rows of tables with their headers, short lists whole, records of a CSV. */
export const statementsOf = (content: string, isRecords = false): Statement[] => {
  const statements: Statement[] = []
  let header: string[] = []
  let inCode = false
  let quotedUntil = 0
  let partedUntil = 0
  for (const { index, 0: line } of content.matchAll(/[^\n]+/g)) {
    if (index < quotedUntil) continue
    if (FENCE.test(line)) inCode = !inCode
    else if (inCode) statements.push({ quote: line, start: index, text: line.trim(), row: true })
    else if (TABLE_RULE.test(line)) {
      header = cellsOf(statements.pop()?.quote ?? '')
    } else if (line.startsWith('|')) {
      statements.push({ quote: line, start: index, text: rowText(header, cellsOf(line)), row: true })
    } else if (isRecords) statements.push({ quote: line, start: index, text: line, row: true })
    else {
      const marker = LIST_MARKER.exec(line)?.[0] ?? ''
      const end = marker && index >= partedUntil ? endOfList(content, index) : index
      if (end - index > WHOLE_LIST_LENGTH) partedUntil = end
      else if (end > index) {
        const quote = content.slice(index, end)
        statements.push({ quote, start: index, text: quote, row: true })
        quotedUntil = end
        continue
      }
      const found = sentencesIn(line.slice(marker.length), index + marker.length)
      statements.push(...(marker ? found.map((statement) => ({ ...statement, row: true })) : found))
    }
  }
  return statements
}
