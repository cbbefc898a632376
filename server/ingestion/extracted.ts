import { cleaned } from './clean.ts'

export type BlockKind = 'text' | 'list' | 'table' | 'code' | 'record'

/** A piece of the extracted text; `start` and `end` count UTF-16 units in it. */
export type Block = {
  kind: BlockKind | 'heading'
  start: number
  end: number
  headingPath: string[]
  page: number | null
}

/** What every reader makes of a file: one text, and where its blocks lie in it. */
export type Extracted = { title: string; text: string; blocks: Block[] }

const HEADING_MAX = 200

/** Collects blocks into one text, so that every offset is true by construction. */
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

  return {
    heading(depth: number, raw: string, page: number | null = null) {
      const text = cleaned(raw).replace(/\s+/g, ' ').trim()
      if (text === '') return
      const short = text.slice(0, HEADING_MAX)
      path = [...path.filter((above) => above.depth < depth), { depth, text: short }]
      headingPath = path.map((above) => above.text)
      firstHeading ||= short
      push('heading', text, page)
    },
    add(kind: BlockKind, raw: string, page: number | null = null) {
      const text = cleaned(raw).replace(/^\n+|\s+$/g, '')
      if (text.trim() !== '') push(kind, text, page)
    },
    /** `title` is what the file says of itself; else its first heading, else the given name. */
    finish(title: string, fallback: string): Extracted {
      const named = cleaned(title).replace(/\s+/g, ' ').trim().slice(0, HEADING_MAX)
      return { title: named || firstHeading || fallback, text: parts.join(''), blocks }
    },
  }
}
