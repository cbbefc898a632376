import { cut } from '../../../src/services/contract/common.ts'
import { cleaned, inOneLine, titleFromName } from './clean.ts'

export type BlockKind = 'text' | 'list' | 'table' | 'code' | 'record'

/** A piece of the extracted text; `start` and `end` count UTF-16 units in it. */
export type Block = {
  kind: BlockKind | 'heading'
  start: number
  end: number
  headingPath: string[]
  page: number | null
}

/** A reader's result: one text, and the positions of its blocks. */
export type Extracted = { title: string; text: string; blocks: Block[] }

/** A reader's progress reports. */
export type Progress = {
  page: (done: number, total: number) => void
  /** Text recognition begins, which takes longer than reading. */
  recognizing: () => void
}

export const NO_PROGRESS: Progress = { page: () => {}, recognizing: () => {} }

const HEADING_MAX = 200
/** Each passage repeats the headings above it: the nearest ones, or a small file would make a huge result. */
const PATH_MAX = 12
/** Deeper than any heading of a page. */
const SECTION_DEPTH = 7

export type TextBuilder = ReturnType<typeof textBuilder>

/** Collects blocks into one text, so that offsets are correct by construction. */
export const textBuilder = () => {
  const parts: string[] = []
  const blocks: Block[] = []
  let length = 0
  let path: { depth: number; text: string }[] = []
  let headingPath: string[] = []
  let firstHeading = ''

  const push = (kind: Block['kind'], text: string, page: number | null) => {
    const lead = length === 0 ? '' : '\n\n'
    parts.push(lead, text)
    const start = length + lead.length
    length = start + text.length
    blocks.push({ kind, start, end: length, headingPath, page })
  }

  const setPath = (next: typeof path) => {
    path = next.slice(-PATH_MAX)
    headingPath = path.map((above) => above.text)
  }

  const heading = (depth: number, raw: string, page: number | null = null) => {
    const text = inOneLine(raw)
    if (text === '') return
    const short = cut(text, HEADING_MAX)
    setPath([...path.filter((above) => above.depth < depth), { depth, text: short }])
    firstHeading ||= short
    push('heading', text, page)
  }

  return {
    heading,
    /** Puts what `fill` adds under a heading, below the current ones; afterwards they are restored. */
    section(raw: string, fill: () => void) {
      const before = path
      heading((path.at(-1)?.depth ?? 0) + SECTION_DEPTH, raw)
      fill()
      setPath(before)
    },
    /** Puts what `fill` adds under this text, which is already part of it and so is not repeated. */
    under(raw: string, fill: () => void) {
      const before = path
      setPath([...path, { depth: SECTION_DEPTH, text: cut(cleaned(raw), HEADING_MAX) }])
      fill()
      setPath(before)
    },
    add(kind: BlockKind, raw: string, page: number | null = null) {
      const text = cleaned(raw).replace(/^\n+/, '').trimEnd()
      if (text.trim() !== '') push(kind, text, page)
    },
    /** `title` is the file's own; else its first heading, else one from the file's name. */
    finish(title: string, fileName: string): Extracted {
      const named = cut(inOneLine(title), HEADING_MAX)
      return { title: named || firstHeading || titleFromName(fileName), text: parts.join(''), blocks }
    },
  }
}
