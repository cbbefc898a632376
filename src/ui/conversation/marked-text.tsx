import { Fragment } from 'react'
import type { Span } from '../../services/contract/search.ts'

interface MarkedTextProps {
  content: string
  /** In order, none over another. */
  marks: readonly Span[]
  /** Characters shown before the first and after the last mark; all when left out. */
  around?: number
}

/** A passage with the words that matter marked. */
export function MarkedText({ content, marks, around = Number.POSITIVE_INFINITY }: MarkedTextProps) {
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last) return content
  const before = content.slice(0, first.start)
  const after = content.slice(last.end)
  return (
    <>
      {before.length > around ? `…${before.slice(-around).replace(/^\S*\s/, '')}` : before}
      {marks.map(({ start, end }, place) => (
        <Fragment key={start}>
          <mark>{content.slice(start, end)}</mark>
          {content.slice(end, marks[place + 1]?.start ?? end)}
        </Fragment>
      ))}
      {after.length > around ? `${after.slice(0, around).replace(/\s\S*$/, '')}…` : after}
    </>
  )
}
