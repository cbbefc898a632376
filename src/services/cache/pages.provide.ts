import { InfiniteQueryObserver } from '@tanstack/query-core'
import { fromCallback } from 'xstate'
import type { PagesQuery } from '../../machines/shell/resource/pages.types.ts'
import { type ResourceEvent, resourceMachine } from '../../machines/shell/resource/resource.machine.ts'
import { documents } from '../contract/operations/documents.ts'
import { passages } from '../contract/operations/passages.ts'
import { conversationsOf } from '../conversations/conversation-lists.ts'
import type { Http } from '../http/client.ts'
import type { AuditApi } from '../organizations/audit-api.ts'
import { keyOfPages, type QueryCache } from './query-cache.ts'

interface Item {
  readonly id: string
  readonly last_message_at?: string
}
/** Start of the next page: the number of items so far, and the last one; null for the first page. */
type Cursor = { readonly count: number; readonly last: Item | undefined } | null
interface Page {
  readonly items: readonly Item[]
  readonly total: number
  readonly has_more: boolean
}
type PageFetcher = (query: PagesQuery, cursor: Cursor, signal: AbortSignal) => Promise<Page>

interface Apis {
  http: Http
  timeZone: () => string
  /** Its code is fetched when the log is first opened. */
  audit: () => Promise<AuditApi>
}

/** How to fetch each list. */
export const createPageFetcher =
  ({ http, timeZone, audit }: Apis): PageFetcher =>
  ({ name, of }, cursor, signal) => {
    switch (name) {
      case 'conversations':
        return conversationsOf(
          { http, timeZone },
          of,
          {
            ...of.filter,
            ...(of.mine && { mine: 'true' }),
            ...(cursor?.last && { before: cursor.last.id, before_at: cursor.last.last_message_at }),
          },
          signal,
        )
      case 'documents':
        return http.call(
          documents.page,
          { id: of.knowledgeBaseId },
          { query: { ...of.filter, offset: cursor?.count ?? 0 }, signal },
        )
      case 'passages':
        return http.call(
          passages.page,
          { id: of.knowledgeBaseId },
          { query: { ...of.filter, offset: cursor?.count ?? 0 }, signal },
        )
      case 'auditLog':
        return audit().then((api) => api.page(of.organizationId, of.filter, cursor?.last?.id ?? null, signal))
    }
  }

/** An infinite query of the cache as the actor of a long list: it reports the data and its changes. */
export const providePages = (cache: QueryCache, fetchPage: PageFetcher) =>
  resourceMachine.provide({
    actors: {
      query: fromCallback(({ input, receive, sendBack }) => {
        const query = input as PagesQuery
        const observer = new InfiniteQueryObserver(cache, {
          queryKey: keyOfPages(query),
          // There are no events for new entries: each visit reads the log again.
          ...(query.name === 'auditLog' && { staleTime: 0 }),
          queryFn: ({ pageParam, signal }) => fetchPage(query, pageParam, signal),
          initialPageParam: null as Cursor,
          getNextPageParam: ({ has_more, items }, pages): Cursor =>
            has_more
              ? {
                  count: pages.reduce((sum, page) => sum + page.items.length, 0),
                  last: items.at(-1),
                }
              : null,
        })
        const send = (event: ResourceEvent) => sendBack(event)
        const publish = ({
          status,
          fetchStatus,
          data,
          error,
          hasNextPage,
        }: ReturnType<typeof observer.getCurrentResult>) => {
          if (data && (fetchStatus !== 'fetching' || status === 'success'))
            send({
              type: 'data.arrived',
              data: data.pages.flatMap(({ items }) => items),
              extent: { total: data.pages[0]?.total ?? 0, hasMore: hasNextPage },
            })
          if (error && fetchStatus !== 'fetching') send({ type: 'data.failed', error })
          if (status === 'pending') send({ type: 'data.awaited' })
        }
        /** Every failure marks the pages as invalidated; one of the next page says nothing about the others. */
        const isOutdated = () =>
          observer.getCurrentQuery().state.isInvalidated && !observer.getCurrentResult().isFetchNextPageError
        // A fetch in progress is not reported, only its result.
        const unsubscribe = observer.subscribe((result) => {
          if (!result.isFetchingNextPage) publish(result)
        })
        publish(observer.getCurrentResult())
        receive(({ type }) => {
          // The library would abort a reread for the next page, and then count all pages as fresh.
          if (type === 'refetch' || isOutdated()) void observer.refetch({ cancelRefetch: false })
          else void observer.fetchNextPage({ cancelRefetch: false })
        })
        return unsubscribe
      }),
    },
  })
