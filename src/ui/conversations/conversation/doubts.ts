import type { Span } from '../../../services/contract/common.ts'

/** No passage has these numbers: the server removes markers of unknown passages. */
export const DOUBT = 0
/** After a sentence with citations: it was compared only with these, and another passage may support it. */
export const DOUBT_OF_CITED = 999

const CITES = /\[\d{1,3}\]/
const CITES_BEHIND = /^\s*\[\d{1,3}\]/

/** The visible end of a sentence: for a table row, inside its last cell. */
const endOf = (content: string, { start, end }: Span) => {
  const sentence = content.slice(start, end).trimEnd()
  const isRow = content.slice(content.lastIndexOf('\n', start) + 1, start + 1).includes('|')
  return isRow && sentence.endsWith('|') ? start + sentence.slice(0, -1).trimEnd().length : end
}

/** The text with a marker after each sentence that the passages do not support. */
export const withDoubts = (content: string, unsupported: readonly Span[]) =>
  unsupported.reduceRight((text, span) => {
    const end = endOf(content, span)
    const cites =
      CITES.test(content.slice(span.start, span.end)) || CITES_BEHIND.test(content.slice(span.end))
    return `${text.slice(0, end)} [${cites ? DOUBT_OF_CITED : DOUBT}]${text.slice(end)}`
  }, content)
