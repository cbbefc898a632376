import type { InfiniteData, InvalidateQueryFilters } from '@tanstack/query-core'
import type { QueryCache } from '../cache/query-cache.ts'
import { keyOf } from '../cache/query-keys.ts'
import type { Document, DocumentFilter, DocumentPage } from '../contract/documents.ts'
import type { KnowledgeBaseMessage } from '../contract/sockets.ts'

/** Frames that outdate a list come in bursts: it is read again once for all within this time. */
const TOGETHER = 250 // ms

/** Rereads these lists, once for a burst. */
function createReread(cache: QueryCache, lists: InvalidateQueryFilters) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      void cache.invalidateQueries(lists)
    }, TOGETHER)
  }
  return Object.assign(start, { stop: () => clearTimeout(timer) })
}

type Listed = { readonly queryKey: readonly unknown[] }
const isFiltered = ({ queryKey }: Listed) => {
  const { filter } = queryKey[3] as { filter?: DocumentFilter }
  return filter?.status !== undefined || filter?.q !== undefined
}

/** Frames of a knowledge base's socket update the cache, which every list of the organization shows. */
export const createDocumentNews = (cache: QueryCache, organizationId: string, knowledgeBaseId: string) => {
  type Pages = InfiniteData<DocumentPage>
  const isOfBase = ({ queryKey }: Listed) =>
    (queryKey[3] as { knowledgeBaseId?: string } | undefined)?.knowledgeBaseId === knowledgeBaseId
  const lists = { queryKey: ['org', organizationId, 'documents'], predicate: isOfBase }
  const inPlace = (document: Document) => {
    const put = (items: readonly Document[]) =>
      items.map((item) => (item.id === document.id ? document : item))
    cache.setQueriesData<Pages | readonly Document[]>(lists, (data) => {
      if (data === undefined || !('pages' in data)) return data && put(data)
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: put(page.items) })) }
    })
  }
  const readAgain = createReread(cache, lists)
  const readFilteredAgain = createReread(cache, {
    ...lists,
    predicate: (query) => isOfBase(query) && isFiltered(query),
  })
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
        return inPlace(data)
      default:
        inPlace(data)
        // A read in progress may be older than this.
        if (cache.isFetching(lists) > 0) readAgain()
        // It may belong to another filter now.
        readFilteredAgain()
        return recount()
    }
  }
  return {
    take,
    stop() {
      readAgain.stop()
      readFilteredAgain.stop()
    },
  }
}
