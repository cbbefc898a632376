import type { InfiniteData, InvalidateQueryFilters } from '@tanstack/query-core'
import { keyOf, type QueryCache } from '../cache/query-cache.ts'
import type { Document, DocumentFilter, DocumentPage } from '../contract/documents.ts'
import type { KnowledgeBaseMessage } from '../contract/sockets.ts'

/** Frames that outdate a list come in bursts: it is read again once for all within this time. */
const TOGETHER = 250 // ms

/** Rereads these lists, once for a burst, and none while it is being read: a long one would never be complete. */
function createReread(cache: QueryCache, lists: InvalidateQueryFilters) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      if (cache.isFetching(lists) > 0) start()
      else void cache.invalidateQueries(lists)
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
  const isOfBase = ({ queryKey }: Listed) => {
    const of = queryKey[3] as { knowledgeBaseId?: string; id?: string } | undefined
    return of?.knowledgeBaseId === knowledgeBaseId || of?.id === knowledgeBaseId
  }
  const ofBase = { queryKey: ['org', organizationId], predicate: isOfBase }
  const lists = { ...ofBase, queryKey: ['org', organizationId, 'documents'] }
  const inPlace = (document: Document) => {
    const put = (items: readonly Document[]) =>
      items.map((item) => (item.id === document.id ? document : item))
    cache.setQueriesData<Pages | readonly Document[]>(lists, (data) => {
      if (data === undefined || !('pages' in data)) return data && put(data)
      return { ...data, pages: data.pages.map((page) => ({ ...page, items: put(page.items) })) }
    })
  }
  const readAgain = createReread(cache, lists)
  /** Lists that a document may have come into or gone from by what it became. */
  const readOthersAgain = createReread(cache, {
    ...ofBase,
    predicate: (query) =>
      isOfBase(query) &&
      (query.queryKey[2] === 'passages' || (query.queryKey[2] === 'documents' && isFiltered(query))),
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
        readOthersAgain()
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
        readOthersAgain()
        return recount()
      case 'document_progress':
        return inPlace(data)
      default:
        inPlace(data)
        void cache.invalidateQueries({
          queryKey: keyOf({ name: 'documentVersions', of: { organizationId, documentId: data.id } }),
        })
        // A read in progress may be older than this.
        if (cache.isFetching(lists) > 0) readAgain()
        readOthersAgain()
        return recount()
    }
  }
  return {
    take,
    /** The changes during a lost connection are not known. The page reads its documents again by itself. */
    readOthersAfterLoss: () =>
      void cache.invalidateQueries({
        ...ofBase,
        predicate: (query) => isOfBase(query) && query.queryKey[2] !== 'documents',
      }),
    /** From then on, changes are not heard of: what is cached is read again when it is next shown. */
    stop() {
      readAgain.stop()
      readOthersAgain.stop()
      // Reads that are on their way are for the next page.
      void cache.invalidateQueries({ ...ofBase, fetchStatus: 'idle', refetchType: 'none' })
    },
  }
}
