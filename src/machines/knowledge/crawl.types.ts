import type { SourceKind, SourceRefresh } from '../../services/contract/sources.ts'
import type { SourceValues } from './source-form.types.ts'

/** What is typed into the dialog; patterns stand one a line. */
export interface CrawlValues extends SourceValues {
  readonly kind: SourceKind
  readonly url: string
  readonly depth: number
  readonly pagesMax: number
  readonly include: string
  readonly exclude: string
  /** Addresses of the preview that are not to be read. */
  readonly left: readonly string[]
  readonly files: boolean
  readonly refresh: SourceRefresh
  readonly mailOnFailure: boolean
}
