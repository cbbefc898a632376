import type { Span } from '../../services/contract/common.ts'
import type { Citation } from '../../services/contract/conversations.ts'

/** A passage to open in its document; without a document if that was deleted. */
export interface SourcePassage
  extends Pick<
    Citation,
    'passage_id' | 'document_id' | 'document_name' | 'heading_path' | 'page' | 'content'
  > {
  /** The relevant words, as positions in `content`. */
  readonly marks: readonly Span[]
}

/** A cited passage, with its quoted words marked. */
export function citedPassage({ quote, ...citation }: Citation): SourcePassage {
  const start = citation.content.indexOf(quote)
  return { ...citation, marks: start < 0 ? [] : [{ start, end: start + quote.length }] }
}
