import type { NewHandoverEntry } from '../../../services/contract/handover.ts'
import { unsentText } from '../../shared/unsent-text.ts'

/** Unsent text, for the customer or for the team. */
export interface Draft extends Readonly<Pick<NewHandoverEntry, 'kind' | 'content'>> {
  /** Its beginning got no answer and may have arrived. */
  readonly lost?: Entry
}

export interface Entry extends Readonly<Required<NewHandoverEntry>> {
  /** Its `Idempotency-Key`. */
  readonly key: string
}

export const NOTHING_TYPED: Draft = { kind: 'reply', content: '' }

/** A part that is a note must never go to the customer. */
export const putBefore = (first: Draft, next: Draft): Draft => ({
  ...first,
  kind: first.kind === 'note' ? 'note' : next.kind,
  content: unsentText({ pending: first.content, draft: next.content }),
})
