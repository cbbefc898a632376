import type { Cell, Statement } from './statements.ts'
import type { Window } from './windows.ts'

/** Escapes the characters of Markdown and of citation markers. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

/** A single column is not shown as a table. */
const CELLS_MIN = 2

/** Whether rows have the same columns, so that they can be shown as one table. */
const isTable = (rows: readonly Statement[]) => {
  const columns = rows.map(({ cells = [] }) => cells.map(({ column }) => column).join('\n'))
  return (rows[0]?.cells ?? []).length >= CELLS_MIN && columns.every((one) => one === columns[0])
}

/** The best column must match the question this many times better than the next one. */
const LEAD_MIN = 1.5

/**
 * Index of the column that the question asks for: the one whose name matches the question best. Columns whose value the
 * question already mentions are excluded. Null if no column is clearly best.
 */
const answerColumn = (cells: readonly Cell[], { shareOf }: Window) => {
  const shares = cells.map(({ column, value }) => (shareOf(value) > 0 ? 0 : shareOf(column)))
  const [most = 0, next = 0] = shares.toSorted((a, b) => b - a)
  return most > 0 && most >= next * LEAD_MIN ? shares.indexOf(most) : null
}

/** A Markdown table of the rows. The cell that answers the question is bold; the marker follows it. */
const tableText = (rows: readonly Statement[], { window, marker }: { window: Window; marker: string }) => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const columns = (rows[0]?.cells ?? []).map(({ column }) => escaped(column))
  const lines = rows.map(({ cells = [] }, row) => {
    const answer = answerColumn(cells, window)
    const marked = row === rows.length - 1 ? (answer ?? cells.length - 1) : null
    return line(
      cells.map(({ value }, column) => {
        const text = column === answer ? `**${escaped(value)}**` : escaped(value)
        return column === marked && marker !== '' ? `${text} ${marker}` : text
      }),
    )
  })
  return [line(columns), line(columns.map(() => '---')), ...lines].join('\n')
}

const FENCE = '```'
const isFence = (line: string) => line.trimStart().startsWith(FENCE)

/** Escapes a list item, except the code in it. */
const itemText = (text: string) => {
  let inCode = false
  return text
    .split('\n')
    .map((line) => {
      if (isFence(line)) inCode = !inCode
      return inCode || isFence(line) ? line : escaped(line)
    })
    .join('\n')
}

const statementText = ({ kind, text, quote }: Statement) => {
  if (kind === 'code') return `${FENCE}\n${quote}\n${FENCE}`
  return kind === 'item' ? `- ${itemText(text).replace(/\n(?=.)/g, '\n  ')}` : escaped(text)
}

const separatorBetween = (before: Statement, next: Statement) => {
  if (before.block !== next.block) return '\n\n'
  return before.kind === 'sentence' ? ' ' : before.kind === 'row' ? '\n\n' : '\n'
}

/** The literal quote as Markdown, with its citation marker. */
export const quoteMarkdown = (window: Window, marker: string) => {
  const { statements } = window
  const firstRow = statements.findIndex(({ kind }) => kind === 'row')
  const rows = firstRow < 0 ? [] : statements.slice(firstRow)
  const asTable = isTable(rows)
  const parts = (asTable ? statements.slice(0, firstRow) : statements).map((statement, index) => {
    const before = statements[index - 1]
    return (before ? separatorBetween(before, statement) : '') + statementText(statement)
  })
  if (asTable) return [parts.join(''), tableText(rows, { window, marker })].filter(Boolean).join('\n\n')
  // Inside a code block, the marker would be shown as code.
  const isCode = statements.at(-1)?.kind === 'code'
  return parts.join('') + (marker === '' ? '' : `${isCode ? '\n\n' : ' '}${marker}`)
}
