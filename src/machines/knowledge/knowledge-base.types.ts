import type { DocumentFilter, DocumentsChange, Passage } from '../../services/contract/documents.ts'

/** What people do to documents without being asked again; deleting asks first. */
export type DocumentAction = Exclude<DocumentsChange['action'], 'delete'> | 'cancel'

/** One thing that is done to some documents. */
export interface Change {
  readonly ids: readonly string[]
  readonly action: DocumentAction
}

/** A document whose typed content is wanted for its form. */
export interface Wanted {
  readonly id: string
  readonly source: 'text' | 'faq'
  readonly name: string
  readonly enabled: boolean
}

export interface KnowledgeBaseContext {
  readonly organizationId: string
  readonly knowledgeBaseId: string
  /** What the list shows. */
  readonly filter: DocumentFilter
  /** What is being typed into it. */
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
  /** Chosen, or no longer. */
  | { type: 'document.toggled'; id: string }
  | { type: 'documents.selected'; ids: readonly string[] }
  | { type: 'selection.cleared' }
  | { type: 'text.requested'; document: Wanted }
  /** The form of a passage was accepted. */
  | { type: 'passage.saved'; passage: Passage }
