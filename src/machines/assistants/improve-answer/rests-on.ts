import type { Message } from '../../../services/contract/conversations.ts'

/** A marker behind the full stop belongs to the sentence before it. */
const MARKERS_BEHIND = /^(?:[ \t]*\[\d{1,3}\])+/

const withoutUnsupported = ({ content, unsupported }: Message) =>
  unsupported.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(MARKERS_BEHIND, ''),
    content,
  )

/** Whether the answer is one, and a sentence of it that is not marked as unsupported cites the document. */
export function restsOn(answer: Message, documentId: string): boolean {
  const supported = withoutUnsupported(answer)
  if (answer.answered !== true) return false
  return answer.citations.some(
    ({ n, document_id }) => document_id === documentId && supported.includes(`[${n}]`),
  )
}
