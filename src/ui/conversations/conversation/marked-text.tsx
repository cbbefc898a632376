import { Fragment } from 'react'
import type { Span } from '../../../services/contract/common.ts'

interface MarkedTextProps {
  content: string
  /** In order, without overlaps. */
  marks: readonly Span[]
  /** Shortens it to an excerpt: characters shown before the first and after the last mark. */
  around?: number
}

const asIs = (text: string) => text

/** An excerpt has no lines: of a table, only the cells are shown. */
const cells = (text: string) => text.replace(/\|(\s*:?-{3,}:?\s*\|)+/g, '').replace(/\s*(\|\s*)+/g, ' · ')

const fromWord = (text: string, length: number) =>
  text.length > length ? `…${text.slice(-length).replace(/^\S*\s/, '')}` : text
const toWord = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).replace(/\s\S*$/, '')}…` : text

/** A passage with its relevant words marked. */
export function MarkedText({ content, marks, around = Number.POSITIVE_INFINITY }: MarkedTextProps) {
  const shown = around === Number.POSITIVE_INFINITY ? asIs : cells
  const [first, last] = [marks[0], marks.at(-1)]
  if (!first || !last) return shown(content)
  const before = shown(fromWord(content.slice(0, first.start), around))
  const after = shown(toWord(content.slice(last.end), around))
  return (
    <>
      {before.replace(/^ · /, '')}
      {marks.map(({ start, end }, place) => (
        <Fragment key={start}>
          <mark>{shown(content.slice(start, end)).replace(/^ · | · $/g, '')}</mark>
          {shown(content.slice(end, marks[place + 1]?.start ?? end))}
        </Fragment>
      ))}
      {after.replace(/ · $/, '')}
    </>
  )
}
