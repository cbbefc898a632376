import type { Block, Extracted } from './extracted.ts'
import { sentencesOf } from './sentences.ts'

/** Characters of a passage: about 200 English words. */
export const PASSAGE_LENGTH = 1_200
/** Tables and code are kept whole up to here. */
export const WHOLE_LENGTH = 2_400
/** Records of a table are small: few of them share a passage. */
export const RECORDS_LENGTH = 400

export type PassageDraft = {
  position: number
  headingPath: string[]
  content: string
  charStart: number
  charEnd: number
  page: number | null
}

type Span = { start: number; end: number }

const linesOf = (text: string): Span[] =>
  [...text.matchAll(/[^\n]+/g)].map(({ index, 0: line }) => ({ start: index, end: index + line.length }))

/** The last resort: cuts between words, or anywhere in what has no spaces, but never through a character. */
const cutLong = (text: string, { start, end }: Span): Span[] => {
  const spans: Span[] = []
  let at = start
  while (end - at > PASSAGE_LENGTH) {
    const space = text.lastIndexOf(' ', at + PASSAGE_LENGTH)
    let cut = space > at ? space : at + PASSAGE_LENGTH
    if (/[\uDC00-\uDFFF]/.test(text[cut] ?? '')) cut--
    spans.push({ start: at, end: cut })
    at = text[cut] === ' ' ? cut + 1 : cut
  }
  spans.push({ start: at, end })
  return spans
}

const piecesOf = (text: string, block: Block): Span[] => {
  const limit = block.kind === 'table' || block.kind === 'code' ? WHOLE_LENGTH : PASSAGE_LENGTH
  if (block.end - block.start <= limit) return [block]
  const content = text.slice(block.start, block.end)
  const parts = block.kind === 'text' ? sentencesOf(content) : linesOf(content)
  return parts.flatMap((part) =>
    cutLong(text, { start: block.start + part.start, end: block.start + part.end }),
  )
}

/** A heading with nothing of its own below it still says something: it becomes a passage. */
const isBare = (block: Block, next: Block | undefined) =>
  block.kind === 'heading' &&
  (next === undefined || (next.kind === 'heading' && next.headingPath.length <= block.headingPath.length))

/**
 * Cuts a text into passages of about 200 words: within one heading and one page, between blocks,
 * else between sentences or lines. `text.slice(charStart, charEnd)` is each passage's content.
 */
export const split = ({ text, blocks }: Extracted): PassageDraft[] => {
  const passages: PassageDraft[] = []
  let open: (Span & { block: Block }) | null = null
  const flush = () => {
    if (!open) return
    passages.push({
      position: passages.length,
      headingPath: open.block.headingPath,
      content: text.slice(open.start, open.end),
      charStart: open.start,
      charEnd: open.end,
      page: open.block.page,
    })
    open = null
  }
  blocks.forEach((block, index) => {
    if (block.kind === 'heading' && !isBare(block, blocks[index + 1])) return
    const limit = block.kind === 'record' ? RECORDS_LENGTH : PASSAGE_LENGTH
    for (const piece of piecesOf(text, block)) {
      const fits =
        open !== null &&
        open.block.headingPath === block.headingPath &&
        open.block.page === block.page &&
        piece.end - open.start <= limit
      if (open !== null && fits) open.end = piece.end
      else {
        flush()
        open = { start: piece.start, end: piece.end, block }
      }
    }
  })
  flush()
  return passages
}

export const countWords = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
