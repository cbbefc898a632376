import { Fragment } from 'react'
import type { Span } from '../../../services/contract/common.ts'
import { spokenText } from '../../parts/spoken-text.ts'

interface MarkedExcerptProps {
  content: string
  /** In order, without overlaps. */
  marks: readonly Span[]
  /** Characters shown before the first and after the last mark. */
  around: number
}

/** Private-use characters, which survive the conversion to sentences. */
const OPEN = '\uE000'
const CLOSE = '\uE001'

/** Pipes and full stops stay outside: they delimit the rows of tables and the sentences. */
const insertMarks = (content: string, marks: readonly Span[]) =>
  marks.reduceRight((text, { start, end }) => {
    const [, lead = '', words = ''] = /^([\s|]*)(.*?)[\s|.!?:…]*$/su.exec(text.slice(start, end)) ?? []
    if (words === '') return text
    const from = start + lead.length
    return `${text.slice(0, from)}${OPEN}${words}${CLOSE}${text.slice(from + words.length)}`
  }, content)

const fromWord = (text: string, length: number) =>
  text.length > length ? `…${text.slice(-length).replace(/^\S*\s/, '')}` : text
const toWord = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length).replace(/[.,;:]?\s\S*$/, '')}…` : text

/** The part of a passage around its marks, as sentences: tables are shown as in all lists of passages. */
export function MarkedExcerpt({ content, marks, around }: MarkedExcerptProps) {
  const [before = '', ...parts] = spokenText(insertMarks(content, marks)).split(OPEN)
  if (parts.length === 0) return before
  return (
    <>
      {fromWord(before, around)}
      {parts.map((part, place) => {
        const [words, after = ''] = part.split(CLOSE)
        return (
          <Fragment key={place}>
            <mark>{words}</mark>
            {place === parts.length - 1 ? toWord(after, around) : after}
          </Fragment>
        )
      })}
    </>
  )
}
