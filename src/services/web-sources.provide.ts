import { fromPromise } from 'xstate'
import { crawlMachine } from '../machines/crawl/crawl.machine.ts'
import type { CrawlValues } from '../machines/crawl/crawl.types.ts'
import { type SourceChange, webSourcesMachine } from '../machines/web-sources/web-sources.machine.ts'
import type { NewSource } from './contract/sources.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Services {
  api: KnowledgeApi
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

const lines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const sourceOf = ({
  kind,
  url,
  depth,
  pagesMax,
  include,
  exclude,
  files,
  refresh,
  mailOnFailure,
}: CrawlValues): NewSource => ({
  kind,
  url: url.trim(),
  depth,
  pages_max: pagesMax,
  include: lines(include),
  exclude: lines(exclude),
  files,
  refresh,
  mail_on_failure: mailOnFailure,
})

const apply = (api: KnowledgeApi, change: SourceChange) => {
  const { id } = change
  switch (change.action) {
    case 'refresh':
      return api.changeSource(id, { refresh: change.refresh })
    case 'read':
      return api.readSource(id)
    case 'cancel':
      return api.cancelSource(id)
    case 'keepMissing':
      return api.decideMissing(id, 'keep')
    case 'removeMissing':
      return api.decideMissing(id, 'remove')
  }
}

export const provideCrawl = ({ api, withIdempotencyKey, refresh }: Services) =>
  crawlMachine.provide({
    actors: {
      preview: fromPromise(({ input, signal }: { input: CrawlValues; signal: AbortSignal }) =>
        api.previewSource(input.knowledgeBaseId, sourceOf(input), signal),
      ),
      addSource: fromPromise(({ input }: { input: CrawlValues }) =>
        withIdempotencyKey({ addSource: input }, (key) =>
          api.addSource(input.knowledgeBaseId, sourceOf(input), key),
        ),
      ),
    },
    actions: { refreshSources: refresh },
  })

export const provideWebSources = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  webSourcesMachine.provide({
    actors: {
      run: fromPromise<void, { request: SourceChange }>(async ({ input: { request } }) => {
        await apply(api, request)
      }),
    },
    actions: { refresh },
  })
