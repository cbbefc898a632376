import type { Gap } from '../../services/contract/analytics.ts'
import type { Message } from '../../services/contract/conversations.ts'
import type { FieldChange } from '../form/form.parts.ts'
import type { FormContext } from '../form/form.types.ts'

export interface GapValues {
  readonly question: string
  readonly answer: string
  readonly knowledge_base_id: string
}

/** The document that holds the new question and answer. */
export interface SavedAnswer {
  readonly knowledgeBaseId: string
  readonly documentId: string
}

export interface CloseGapContext extends FormContext<GapValues> {
  readonly gap: Gap | null
  readonly saved: SavedAnswer | null
  /** What the assistant says when it is asked once more. */
  readonly reply: Message | null
}

export type CloseGapEvent =
  | { type: 'gap.opened'; gap: Gap; knowledgeBaseId: string }
  | ({ type: 'field.changed' } & FieldChange)
  | { type: 'form.submitted' }
  | { type: 'form.closed' }
  | { type: 'retry.requested' }
