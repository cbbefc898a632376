import { Fragment } from 'react'
import type { Span } from '../../../services/contract/common.ts'

interface MarkedTextProps {
  content: string
  /** In order, without overlaps. */
  marks: readonly Span[]
}

/** A passage with its relevant words marked. */
export function MarkedText({ content, marks }: MarkedTextProps) {
  const [first] = marks
  if (!first) return content
  return (
    <>
      {content.slice(0, first.start)}
      {marks.map(({ start, end }, place) => (
        <Fragment key={start}>
          <mark>{content.slice(start, end)}</mark>
          {content.slice(end, marks[place + 1]?.start)}
        </Fragment>
      ))}
    </>
  )
}
