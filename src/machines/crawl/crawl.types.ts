import type { SourceKind, SourcePreview, SourceRefresh } from '../../services/contract/sources.ts'
import type { FormContext } from '../form/form.types.ts'

/** What is typed into the dialog; patterns stand one a line. */
export interface CrawlValues {
  readonly knowledgeBaseId: string
  readonly kind: SourceKind
  readonly url: string
  readonly depth: number
  readonly pagesMax: number
  readonly include: string
  readonly exclude: string
  readonly files: boolean
  readonly refresh: SourceRefresh
  readonly mailOnFailure: boolean
}

export interface CrawlContext extends FormContext<CrawlValues> {
  readonly preview: SourcePreview | null
}

export type CrawlEvent =
  | { type: 'form.opened'; knowledgeBaseId: string }
  | { type: 'field.changed'; name: string; value: unknown }
  /** The preview is wanted; a single page needs none. */
  | { type: 'form.submitted' }
  | { type: 'import.requested' }
  /** Back from the preview. */
  | { type: 'rules.requested' }
  | { type: 'form.closed' }
