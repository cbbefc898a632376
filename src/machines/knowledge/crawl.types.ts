import type { SourceKind, SourceRefresh, WebSource } from '../../services/contract/sources.ts'
import type { SourceValues } from './source-form.types.ts'

/** The values of the dialog; patterns are one per line. */
export interface CrawlValues extends SourceValues {
  /** The source whose rules are changed; '' for a new one. */
  readonly sourceId: string
  readonly kind: SourceKind
  readonly url: string
  readonly depth: number
  readonly pagesMax: number
  readonly include: string
  readonly exclude: string
  /** Addresses of the preview to leave out. */
  readonly left: readonly string[]
  readonly files: boolean
  readonly refresh: SourceRefresh
  readonly mailOnFailure: boolean
}

/** The values for an existing source. */
export const rulesOf = (source: WebSource): CrawlValues => ({
  knowledgeBaseId: source.knowledge_base_id,
  sourceId: source.id,
  kind: source.kind,
  url: source.url,
  depth: source.depth,
  pagesMax: source.pages_max,
  include: source.include.join('\n'),
  exclude: source.exclude.join('\n'),
  left: [],
  files: source.files,
  refresh: source.refresh,
  mailOnFailure: source.mail_on_failure,
})
