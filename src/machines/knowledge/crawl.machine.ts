import type { SourcePreview } from '../../services/contract/sources.ts'
import { t } from '../../texts/t.ts'
import type { CrawlValues } from './crawl.types.ts'
import { createSourceFormMachine, type SourceFormRef } from './source-form.machine.ts'

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
          url: error
            ? `${error.message} ${error.hint}`
            : t('Your rules allow none of the pages found there.'),
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
