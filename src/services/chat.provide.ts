import { InfiniteQueryObserver } from '@tanstack/query-core'
import { fromCallback, fromPromise } from 'xstate'
import { answerFeedbackMachine, type Saving } from '../machines/answer-feedback/answer-feedback.machine.ts'
import {
  type ConversationPagesEvent,
  type ConversationPagesInput,
  conversationPagesMachine,
} from '../machines/conversation-pages/conversation-pages.machine.ts'
import { conversationTagsMachine } from '../machines/conversation-tags/conversation-tags.machine.ts'
import { type DownloadRequest, downloadMachine } from '../machines/download/download.machine.ts'
import { tell } from '../machines/system.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { QueryCache } from './query-cache.ts'
import { saveFile } from './save-file.ts'

interface Services {
  api: IntegrationsApi
  cache: QueryCache
  document: Document
}

const FILE_TYPE = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

/** Thumbs, the list of conversations and its files. */
export const provideChat = ({ api, cache, document }: Services) => ({
  answerFeedback: answerFeedbackMachine.provide({
    actors: {
      saveFeedback: fromPromise<void, Saving>(async ({ input: { messageId, feedback } }) => {
        await api.rate(messageId, feedback)
      }),
    },
    actions: {
      announceFeedback: (scope, { messageId, feedback }) => {
        tell(scope, 'workspace', { type: 'answer.rated', messageId, feedback })
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'conversations' })
        // The one that is shown shows it already.
        void cache.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[2] === 'conversation',
          refetchType: 'none',
        })
      },
    },
  }),

  conversationPages: conversationPagesMachine.provide({
    actors: {
      pages: fromCallback<{ type: 'refetch' } | { type: 'fetchMore' }, ConversationPagesInput>(
        ({ input: { organizationId, integrationId, filter, mine = false }, receive, sendBack }) => {
          const observer = new InfiniteQueryObserver(cache, {
            queryKey: ['org', organizationId, 'conversations', { integrationId, filter, mine, paged: true }],
            queryFn: ({ pageParam, signal }) =>
              api.conversations(
                { organizationId, integrationId },
                { ...filter, ...(mine && { mine: 'true' }), ...(pageParam && { before: pageParam }) },
                signal,
              ),
            initialPageParam: null as string | null,
            getNextPageParam: ({ has_more, items }) => (has_more ? (items.at(-1)?.id ?? null) : null),
          })
          const send = (event: ConversationPagesEvent) => sendBack(event)
          const tell = ({
            status,
            fetchStatus,
            data,
            error,
            hasNextPage,
          }: ReturnType<typeof observer.getCurrentResult>) => {
            if (data && (fetchStatus !== 'fetching' || status === 'success'))
              send({
                type: 'pages.arrived',
                items: data.pages.flatMap(({ items }) => items),
                total: data.pages[0]?.total ?? 0,
                hasMore: hasNextPage,
              })
            if (error && fetchStatus !== 'fetching') send({ type: 'pages.failed', error })
            if (status === 'pending') send({ type: 'pages.awaited' })
          }
          // Being fetched is no news: only what comes of it is.
          const unsubscribe = observer.subscribe((result) => {
            if (!result.isFetchingNextPage) tell(result)
          })
          tell(observer.getCurrentResult())
          receive(({ type }) => void (type === 'refetch' ? observer.refetch() : observer.fetchNextPage()))
          return unsubscribe
        },
      ),
    },
  }),

  conversationTags: conversationTagsMachine.provide({
    actors: {
      saveTags: fromPromise<void, { id: string; tags: readonly string[] }>(
        async ({ input: { id, tags } }) => {
          await api.changeConversation(id, { tags: [...tags] })
          void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'conversations' })
        },
      ),
    },
  }),

  download: downloadMachine.provide({
    actors: {
      fetchFile: fromPromise<void, DownloadRequest>(async ({ input: { scope, filter, format } }) => {
        const text = await api.exportConversations(scope, filter, format)
        saveFile(document, `conversations.${format}`, FILE_TYPE[format], text)
      }),
    },
  }),
})
