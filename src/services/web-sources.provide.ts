import { fromPromise } from 'xstate'
import { crawlMachine } from '../machines/crawl/crawl.machine.ts'
import type { CrawlValues } from '../machines/crawl/crawl.types.ts'
import { type SourceChange, webSourcesMachine } from '../machines/web-sources/web-sources.machine.ts'
import { webPages } from './contract/operations/web-pages.ts'
import type { NewSource } from './contract/sources.ts'
import type { Http } from './http/client.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'

interface Services {
  http: Http
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

const apply = (http: Http, change: SourceChange) => {
  const { id } = change
  switch (change.action) {
    case 'refresh':
      return http.call(webPages.change, { id }, { body: { refresh: change.refresh } })
    case 'read':
      return http.call(webPages.read, { id })
    case 'cancel':
      return http.call(webPages.cancel, { id })
    case 'keepMissing':
      return http.call(webPages.decideMissing, { id }, { body: { action: 'keep' } })
    case 'removeMissing':
      return http.call(webPages.decideMissing, { id }, { body: { action: 'remove' } })
  }
}

export const provideCrawl = ({ http, withIdempotencyKey, refresh }: Services) =>
  crawlMachine.provide({
    actors: {
      preview: fromPromise(({ input, signal }: { input: CrawlValues; signal: AbortSignal }) =>
        http.call(webPages.preview, { id: input.knowledgeBaseId }, { body: sourceOf(input), signal }),
      ),
      addSource: fromPromise(({ input }: { input: CrawlValues }) =>
        withIdempotencyKey({ addSource: input }, (key) =>
          http.call(
            webPages.add,
            { id: input.knowledgeBaseId },
            { body: sourceOf(input), idempotencyKey: key },
          ),
        ),
      ),
    },
    actions: { refreshSources: refresh },
  })

export const provideWebSources = ({ http, refresh }: Pick<Services, 'http' | 'refresh'>) =>
  webSourcesMachine.provide({
    actors: {
      run: fromPromise<void, { request: SourceChange }>(async ({ input: { request } }) => {
        await apply(http, request)
      }),
    },
    actions: { refresh },
  })
