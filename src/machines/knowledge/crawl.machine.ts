import type { SourceKind, SourcePreview, SourceRefresh, WebSource } from '../../services/contract/sources.ts'
import { reasonText } from '../../texts/localized-parts.ts'
import { t } from '../../texts/t.ts'
import { createSourceFormMachine, type SourceFormRef } from './source-form.machine.ts'
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

const isAddress = (url: string) => /^https?:\/\/[^\s/]+/i.test(url.trim())

/** Each becomes a pattern of the source, which can have fifty. */
const LEFT_MAX = 40

/**
 * The dialog that adds web pages, and changes the rules of existing ones: a single page at once, a site after
 * a preview of what would be read.
 */
export const crawlMachine = createSourceFormMachine<CrawlValues, SourcePreview>({
  id: 'crawl',
  description: 'Adds pages of the web to a knowledge base, or changes which ones are read.',
  empty: {
    knowledgeBaseId: '',
    sourceId: '',
    kind: 'page',
    url: '',
    depth: 3,
    pagesMax: 100,
    include: '',
    exclude: '',
    left: [],
    files: false,
    refresh: 'never',
    mailOnFailure: false,
  },
  validate: ({ url }) => (isAddress(url) ? {} : { url: t('Enter an address that begins with https://.') }),
  isAddedAtOnce: ({ kind }) => kind === 'page',
  problemsOfFound: ({ pages, error }) =>
    pages.length > 0
      ? {}
      : {
          url: error ? reasonText(error) : t('Your rules allow none of the pages found there.'),
        },
  problemsOfChoice: ({ left }, { pages }) => {
    const count = pages.filter(({ url }) => left.includes(url)).length
    if (count === pages.length) return { left: t('Choose at least one page.') }
    return count <= LEFT_MAX
      ? {}
      : {
          left: t('Leave out at most {max} pages here. For more, go back to “Which pages”.', {
            max: LEFT_MAX,
          }),
        }
  },
  fallback: t('The address could not be read. Please try again.'),
})

export type CrawlRef = SourceFormRef<CrawlValues, SourcePreview>
