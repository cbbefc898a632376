import type { Answering, Message } from '../../../services/contract/conversations.ts'
import type { SearchHit } from '../../../services/contract/search.ts'
import type { FieldChange } from '../../shared/form/form.parts.ts'
import type { FormContext } from '../../shared/form/form.types.ts'

/** The question that is to be answered better. */
export interface ImproveSubject {
  readonly organizationId: string
  readonly integrationId: string
  readonly question: string
  /** What was answered; null where several answers found nothing, as in a gap. */
  readonly before: Message | null
  /** Answers that found nothing; they are settled once the question is answered from what was written. */
  readonly gapIds: readonly string[]
  /** What answered it, and is asked again. */
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
  /** Where a pair or a text is added. */
  readonly knowledgeBaseId: string
  readonly hit: SearchHit | null
}

/** What the question is to be answered from. */
export interface Improvement {
  readonly way: ImproveWay
  readonly knowledgeBaseId: string
  readonly documentId: string
}

/** What is saved; `saved` is what an earlier try has added, and is changed by this one. */
export interface Improving {
  readonly question: string
  readonly way: ImproveWay
  readonly values: ImproveValues
  readonly saved: Improvement | null
}

export interface ImproveContext extends FormContext<ImproveValues> {
  readonly subject: ImproveSubject | null
  readonly way: ImproveWay
  readonly saved: Improvement | null
  /** What the assistant says when it is asked once more. */
  readonly after: Message | null
}

export type ImproveEvent =
  | { type: 'improving.opened'; subject: ImproveSubject; knowledgeBaseId: string }
  | { type: 'way.chosen'; way: ImproveWay }
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'retry.requested' }
