import type { Answering, Message } from '../../../services/contract/conversations.ts'
import type { SearchHit } from '../../../services/contract/search.ts'
import type { FieldChange } from '../../shared/form/form.parts.ts'
import type { FormContext } from '../../shared/form/form.types.ts'

/** The question that needs a better answer. */
export interface ImproveSubject {
  readonly organizationId: string
  readonly integrationId: string
  readonly question: string
  /** The previous answer; null if several answers found nothing, as in a gap. */
  readonly before: Message | null
  /** Answers that found nothing; they are settled once the question is answered from the new content. */
  readonly gapIds: readonly string[]
  /** The assistant or draft that answered, and is asked again. */
  readonly config: Answering
}

/**
 * `pair`: the question with a better answer; `passage`: the passage that should have been found, as a golden
 * question; `text`: a document that was missing.
 */
export type ImproveWay = 'pair' | 'passage' | 'text'

export interface ImproveValues {
  readonly question: string
  readonly answer: string
  readonly name: string
  readonly text: string
  /** Knowledge base that a pair or a text is added to. */
  readonly knowledgeBaseId: string
  readonly hit: SearchHit | null
}

/** The document that should answer the question now, and what each way has added so far. */
export interface Improvement {
  readonly documentId: string
  readonly pair?: Addition
  /** Absent if nothing was added, as the passage was expected already. */
  readonly passage?: GoldenAddition | undefined
  readonly text?: Addition
}

/** A document or a golden question of a knowledge base; the next save of the same way changes it. */
export interface Addition {
  readonly id: string
  readonly knowledgeBaseId: string
}

/** The passage that was added to a golden question; the next one replaces it. */
export interface GoldenAddition extends Addition {
  readonly expected: { readonly document_id: string; readonly quote: string }
}

/** The change to save; `saved` is what earlier tries added, which this one updates. */
export interface Improving {
  readonly question: string
  readonly way: ImproveWay
  readonly values: ImproveValues
  readonly saved: Improvement | null
}

export interface ImproveContext extends FormContext<ImproveValues> {
  readonly subject: ImproveSubject | null
  readonly way: ImproveWay
  /** As opened, with what was saved since: everything else is typed text that would be lost. */
  readonly stored: ImproveValues
  /** The values of `stored` once the save under way has succeeded. */
  readonly sent: ImproveValues
  readonly saved: Improvement | null
  /** The assistant's answer to the repeated question. */
  readonly after: Message | null
}

export type ImproveEvent =
  | { type: 'improving.opened'; subject: ImproveSubject; knowledgeBaseId: string }
  | { type: 'way.chosen'; way: ImproveWay }
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'writing.resumed' }
  | { type: 'retry.requested' }
