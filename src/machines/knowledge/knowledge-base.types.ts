import type { DocumentFilter, DocumentsChange, Passage } from '../../services/contract/documents.ts'

/** Actions on documents that need no confirmation; deleting needs one. */
type DocumentAction = Exclude<DocumentsChange['action'], 'delete'> | 'cancel'

/** One action on some documents. */
export interface Change {
  readonly ids: readonly string[]
  readonly action: DocumentAction
  /** Whether it was chosen for the selection, which is then done with. */
  readonly ofSelection: boolean
}

/** A document whose source text is loaded for its form. */
export interface Wanted {
  readonly id: string
  readonly source: 'text' | 'faq'
  readonly name: string
  readonly enabled: boolean
}

export interface KnowledgeBaseContext {
  readonly organizationId: string
  readonly knowledgeBaseId: string
  /** The filter of the list. */
  readonly filter: DocumentFilter
  /** Text in the search field. */
  readonly draft: DocumentFilter
  readonly selected: readonly string[]
  readonly change: Change | null
  readonly wanted: Wanted | null
}

export type KnowledgeBaseEvent =
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  | { type: 'filter.changed'; change: Partial<DocumentFilter> }
  | ({ type: 'change.requested' } & Change)
  /** Selected or deselected. */
  | { type: 'document.toggled'; id: string }
  | { type: 'documents.selected'; ids: readonly string[] }
  /** The list was read again; others may have deleted some. */
  | { type: 'documents.read'; ids: readonly string[] }
  | { type: 'selection.cleared' }
  | { type: 'text.requested'; document: Wanted }
  /** The passage's form was accepted. */
  | { type: 'passage.saved'; passage: Passage }
