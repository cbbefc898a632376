import { fromCallback, fromPromise } from 'xstate'
import type { Heard } from '../machines/connections/connections.types.ts'
import { knowledgeBaseMachine } from '../machines/knowledge-base/knowledge-base.machine.ts'
import type { Document } from './contract/documents.ts'
import type { KnowledgeBaseMessage } from './contract/sockets.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import { listen } from './listen.ts'
import { keyOf } from './queries.ts'
import type { QueryCache } from './query-cache.ts'

interface Services {
  api: KnowledgeApi
  cache: QueryCache
}

/** The list with one document as it is now, in its place or at the top. */
const withDocument = (list: readonly Document[], document: Document) =>
  list.some(({ id }) => id === document.id)
    ? list.map((listed) => (listed.id === document.id ? document : listed))
    : [document, ...list]

/** What the socket says goes into the cache; every list of the organization shows it. */
export const provideKnowledgeBase = ({ api, cache }: Services) =>
  knowledgeBaseMachine.provide({
    actors: {
      live: fromCallback<Heard<KnowledgeBaseMessage>, { organizationId: string; knowledgeBaseId: string }>(
        ({ input: { organizationId, knowledgeBaseId }, sendBack, ...listener }) => {
          const documents = keyOf({ name: 'documents', of: { organizationId, knowledgeBaseId } })
          const change = (update: (list: readonly Document[]) => readonly Document[]) =>
            cache.setQueryData<readonly Document[]>(documents, (list) => list && update(list))
          const recount = () => {
            void cache.invalidateQueries({
              queryKey: keyOf({ name: 'knowledgeBase', of: { organizationId, id: knowledgeBaseId } }),
            })
            void cache.invalidateQueries({
              queryKey: keyOf({ name: 'knowledgeBases', of: { organizationId } }),
            })
          }
          const take = (message: KnowledgeBaseMessage) => {
            switch (message.type) {
              case 'hello':
                return
              case 'document_removed':
                change((list) => list.filter(({ id }) => id !== message.data.id))
                return recount()
              case 'document_progress':
                return void change((list) => withDocument(list, message.data))
              default:
                change((list) => withDocument(list, message.data))
                return recount()
            }
          }
          const line = {
            name: `knowledge-base:${knowledgeBaseId}`,
            path: `/api/ws/organizations/${organizationId}/knowledge-bases/${knowledgeBaseId}`,
          } as const
          return listen(listener, line, (heard) =>
            heard.type === 'live.received' ? take(heard.message) : sendBack(heard),
          )
        },
      ),
      retryDocument: fromPromise(({ input }: { input: { id: string } }) => api.retry(input.id)),
    },
    actions: {
      refetchDocuments: ({ context: { organizationId, knowledgeBaseId } }) =>
        void cache.invalidateQueries({
          queryKey: keyOf({ name: 'documents', of: { organizationId, knowledgeBaseId } }),
        }),
    },
  })
