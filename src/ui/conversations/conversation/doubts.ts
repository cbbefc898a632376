import type { Span } from '../../../services/contract/common.ts'

/** No passage has this number: the server removes markers of passages that were not given. */
export const DOUBT = 0

/** Where a sentence ends for its reader: the row of a table, inside its last cell. */
const endOf = (content: string, { start, end }: Span) => {
  const sentence = content.slice(start, end).trimEnd()
  const isRow = content.slice(content.lastIndexOf('\n', start) + 1, start + 1).includes('|')
  return isRow && sentence.endsWith('|') ? start + sentence.slice(0, -1).trimEnd().length : end
}

/** The text with a marker behind each sentence that no passage supports. */
export const withDoubts = (content: string, unsupported: readonly Span[]) =>
  unsupported.reduceRight((text, span) => {
    const end = endOf(content, span)
    return `${text.slice(0, end)} [${DOUBT}]${text.slice(end)}`
  }, content)
