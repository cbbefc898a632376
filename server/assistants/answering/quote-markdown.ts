import { isTable, tableText } from './quote-table.ts'
import type { Statement } from './statements.ts'
import type { Window } from './windows.ts'

const FENCE = '```'
const isFence = (line: string) => line.trimStart().startsWith(FENCE)

/** Escapes the characters of Markdown and of citation markers. */
const escaped = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

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
  if (asTable)
    return [parts.join(''), tableText(rows, { window, marker, escaped })].filter(Boolean).join('\n\n')
  // Inside a code block, the marker would be shown as code.
  const isCode = statements.at(-1)?.kind === 'code'
  return parts.join('') + (marker === '' ? '' : `${isCode ? '\n\n' : ' '}${marker}`)
}
