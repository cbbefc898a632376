import type { InfiniteData } from '@tanstack/query-core'
import type { QueryCache } from '../cache/query-cache.ts'
import { keyOf } from '../cache/query-keys.ts'
import type { Document, DocumentPage } from '../contract/documents.ts'
import type { KnowledgeBaseMessage } from '../contract/sockets.ts'

/** Frames that outdate a list come in bursts: it is read again once for all within this time. */
const TOGETHER = 250 // ms

/** Frames of a knowledge base's socket update the cache, which every list of the organization shows. */
export const createDocumentNews = (cache: QueryCache, organizationId: string, knowledgeBaseId: string) => {
  type Pages = InfiniteData<DocumentPage>
  const isOfBase = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    (queryKey[3] as { knowledgeBaseId?: string } | undefined)?.knowledgeBaseId === knowledgeBaseId
  const lists = { queryKey: ['org', organizationId, 'documents'], predicate: isOfBase }
  const inPlace = (document: Document) =>
    cache.setQueriesData<Pages>(
      lists,
      (pages) =>
        pages && {
          ...pages,
          pages: pages.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === document.id ? document : item)),
          })),
        },
    )
  let timer: ReturnType<typeof setTimeout> | undefined
  const readAgain = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void cache.invalidateQueries(lists)
    }, TOGETHER)
  }
  const recount = () => {
    void cache.invalidateQueries({
      queryKey: keyOf({ name: 'knowledgeBase', of: { organizationId, id: knowledgeBaseId } }),
    })
    void cache.invalidateQueries({ queryKey: keyOf({ name: 'knowledgeBases', of: { organizationId } }) })
  }
  const take = ({ type, data }: KnowledgeBaseMessage) => {
    switch (type) {
      case 'hello':
      case 'golden_run_update':
        return
      case 'document_added':
      case 'document_removed':
        readAgain()
        return recount()
      case 'source_update':
      case 'source_removed':
        return void cache.invalidateQueries({
          queryKey: keyOf({ name: 'webSources', of: { organizationId, knowledgeBaseId } }),
        })
      case 'index_update':
        void cache.invalidateQueries({
          queryKey: keyOf({ name: 'indexes', of: { organizationId, knowledgeBaseId } }),
        })
        if (data.status !== 'published') return
        // The searched passages of every document have changed.
        readAgain()
        return recount()
      case 'document_progress':
        return void inPlace(data)
      default:
        inPlace(data)
        // A read in progress may be older than this.
        if (cache.isFetching(lists) > 0) readAgain()
        return recount()
    }
  }
  return { take, stop: () => clearTimeout(timer) }
}
