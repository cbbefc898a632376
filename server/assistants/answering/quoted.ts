import { isTable, tableText } from './quoted-table.ts'
import type { Statement } from './statements.ts'
import type { Window } from './windows.ts'

const FENCE = '```'
const isFence = (line: string) => line.trimStart().startsWith(FENCE)

/** Characters that Markdown or a citation marker would take for its own. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

/** Code inside of an item stays code; the rest is taken literally. */
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

const leadBetween = (before: Statement, next: Statement) => {
  if (before.block !== next.block) return '\n\n'
  return before.kind === 'sentence' ? ' ' : before.kind === 'row' ? '\n\n' : '\n'
}

/** A window as Markdown that says literally what the document says, with the number of its citation. */
export const quotedText = (window: Window, marker: string) => {
  const { statements } = window
  const firstRow = statements.findIndex(({ kind }) => kind === 'row')
  const rows = firstRow < 0 ? [] : statements.slice(firstRow)
  const asTable = isTable(rows)
  const parts = (asTable ? statements.slice(0, firstRow) : statements).map((statement, index) => {
    const before = statements[index - 1]
    return (before ? leadBetween(before, statement) : '') + statementText(statement)
  })
  if (asTable)
    return [parts.join(''), tableText(rows, { window, marker, escaped })].filter(Boolean).join('\n\n')
  // Inside of a block of code a marker would be code, too.
  const isCode = statements.at(-1)?.kind === 'code'
  return parts.join('') + (marker === '' ? '' : `${isCode ? '\n\n' : ' '}${marker}`)
}
