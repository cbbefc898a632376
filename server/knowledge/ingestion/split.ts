import {
  DEFAULT_RETRIEVAL_SETTINGS,
  type PassageSettings,
} from '../../../src/services/contract/knowledge-bases.ts'
import type { Block, Extracted } from './extracted.ts'
import { sentencesOf } from './sentences.ts'

/** Tables and code up to this length are kept whole. */
export const WHOLE_LENGTH = 2_400
/** Table records are small: few of them share a passage. */
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

/** The last resort: cuts between words, or anywhere in text without spaces, but never inside a character. */
const cutLong = (text: string, { start, end }: Span, size: number): Span[] => {
  const spans: Span[] = []
  let at = start
  while (end - at > size) {
    const space = text.lastIndexOf(' ', at + size)
    let cut = space > at ? space : at + size
    if (/[\uDC00-\uDFFF]/.test(text[cut] ?? '')) cut--
    spans.push({ start: at, end: cut })
    at = text[cut] === ' ' ? cut + 1 : cut
  }
  spans.push({ start: at, end })
  return spans
}

/** Sentences of prose, lines of anything else. */
const partsOf = (text: string, { start, end, kind }: Block): Span[] => {
  const content = text.slice(start, end)
  const parts = kind === 'text' ? sentencesOf(content) : linesOf(content)
  return parts.map((part) => ({ start: start + part.start, end: start + part.end }))
}

const piecesOf = (text: string, block: Block, size: number): Span[] => {
  const isWhole = block.kind === 'table' || block.kind === 'code'
  if (block.end - block.start <= (isWhole ? Math.max(WHOLE_LENGTH, size) : size)) return [block]
  return partsOf(text, block).flatMap((part) => cutLong(text, part, size))
}

const isTabular = ({ kind }: Block) => kind === 'table' || kind === 'record'

/** A heading without text of its own is still informative: it becomes a passage. */
const isBare = (block: Block, next: Block | undefined) =>
  block.kind === 'heading' &&
  (next === undefined || (next.kind === 'heading' && next.headingPath.length <= block.headingPath.length))

/**
 * Splits a text into passages of similar size. A passage stays within one heading and one page and ends between
 * blocks, or else between sentences or lines. With an overlap, a passage starts earlier by that much, at a sentence
 * or line of the same heading and page; table rows are not repeated. `text.slice(charStart, charEnd)` is the content
 * of each passage.
 */
export const split = (
  { text, blocks }: Extracted,
  { passage_size: size, passage_overlap: overlap }: PassageSettings = DEFAULT_RETRIEVAL_SETTINGS,
): PassageDraft[] => {
  const passages: PassageDraft[] = []
  let open: (Span & { block: Block; from: number }) | null = null
  /** Starts of sentences and lines at which the next passage may begin, too. */
  let bounds: number[] = []
  const flush = () => {
    if (!open) return
    passages.push({
      position: passages.length,
      headingPath: open.block.headingPath,
      content: text.slice(open.from, open.end),
      charStart: open.from,
      charEnd: open.end,
      page: open.block.page,
    })
    open = null
  }
  blocks.forEach((block, index) => {
    if (block.kind === 'heading' && !isBare(block, blocks[index + 1])) return
    const limit = block.kind === 'record' ? Math.min(RECORDS_LENGTH, size) : size
    const isBesideOpen = () =>
      open !== null && open.block.headingPath === block.headingPath && open.block.page === block.page
    if (!isBesideOpen() || isTabular(block)) bounds = []
    if (overlap > 0 && !isTabular(block)) bounds.push(...partsOf(text, block).map(({ start }) => start))
    for (const piece of piecesOf(text, block, size)) {
      if (open !== null && isBesideOpen() && piece.end - open.start <= limit) open.end = piece.end
      else {
        const before: number = open?.start ?? -1
        flush()
        const earlier = bounds.find((at) => at > before && at >= piece.start - overlap && at < piece.start)
        open = { start: piece.start, end: piece.end, block, from: earlier ?? piece.start }
      }
    }
  })
  flush()
  return passages
}

export const countWords = (text: string) => text.match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0
