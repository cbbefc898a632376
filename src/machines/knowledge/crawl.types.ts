import type { SourceKind, SourceRefresh, WebSource } from '../../services/contract/sources.ts'
import type { SourceValues } from './source-form.types.ts'

/** What is typed into the dialog; patterns stand one a line. */
export interface CrawlValues extends SourceValues {
  /** The source whose rules are changed; '' for one that is added. */
  readonly sourceId: string
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

/** What is typed for a source that is there. */
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
