import { Fragment } from 'react'
import type { Span } from '../../services/contract/search.ts'

interface MarkedTextProps {
  content: string
  /** In order, none over another. */
  marks: readonly Span[]
  /** Characters shown before the first and after the last mark; all when left out. */
  around?: number
}

/** An excerpt has no lines: of a table's only the cells are shown. */
const cells = (text: string) => text.replace(/\|(\s*:?-{3,}:?\s*\|)+/g, '').replace(/\s*(\|\s*)+/g, ' · ')

/** A passage, or an excerpt of one, with the words that matter marked. */
export function MarkedText({ content, marks, around = Number.POSITIVE_INFINITY }: MarkedTextProps) {
  const shown = around === Number.POSITIVE_INFINITY ? (text: string) => text : cells
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last) return shown(content)
  const before = content.slice(0, first.start)
  const after = content.slice(last.end)
  return (
    <>
      {shown(before.length > around ? `…${before.slice(-around).replace(/^\S*\s/, '')}` : before)}
      {marks.map(({ start, end }, place) => (
        <Fragment key={start}>
          <mark>{shown(content.slice(start, end))}</mark>
          {shown(content.slice(end, marks[place + 1]?.start ?? end))}
        </Fragment>
      ))}
      {shown(after.length > around ? `${after.slice(0, around).replace(/\s\S*$/, '')}…` : after)}
    </>
  )
}
