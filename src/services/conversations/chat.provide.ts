import { fromPromise } from 'xstate'
import { answerFeedbackMachine } from '../../machines/conversations/answer-feedback.machine.ts'
import { renameConversationMachine } from '../../machines/conversations/change-conversation.machine.ts'
import { conversationTagsMachine } from '../../machines/conversations/conversation-tags.machine.ts'
import { downloadMachine } from '../../machines/shell/download.machine.ts'
import { sendToActor } from '../../machines/system.ts'
import { saveFile } from '../browser/save-file.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { asking } from '../contract/operations/asking.ts'
import { conversations } from '../contract/operations/conversations.ts'
import type { Http } from '../http/client.ts'
import { provideForm, provideOperation } from '../shared/changes.provide.ts'
import { exportOf, takeConversation } from './conversation-lists.ts'

interface Services {
  http: Http
  timeZone: () => string
  cache: QueryCache
  document: Document
}

const FILE_TYPE = { csv: 'text/csv', jsonl: 'application/x-ndjson' } as const

/** Thumbs, tags and files of conversations. */
export const provideChat = ({ http, timeZone, cache, document }: Services) => ({
  answerFeedback: answerFeedbackMachine.provide({
    actors: {
      saveFeedback: fromPromise(async ({ input: { messageId, feedback } }) => {
        await (feedback
          ? http.call(asking.rate, { id: messageId }, { body: feedback })
          : http.call(asking.unrate, { id: messageId }))
      }),
    },
    actions: {
      announceFeedback: (scope, { messageId, feedback }) => {
        sendToActor(scope, 'workspace', { type: 'answer.rated', messageId, feedback })
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[2] === 'conversations' })
        // The visible one is already up to date.
        void cache.invalidateQueries({
          predicate: ({ queryKey }) => queryKey[2] === 'conversation',
          refetchType: 'none',
        })
      },
    },
  }),

  conversationTags: conversationTagsMachine.provide({
    actors: {
      saveTags: fromPromise(async ({ input: { id, known, wanted } }) => {
        const body = { tags: [...wanted], known_tags: [...known] }
        const changed = await http.call(conversations.change, { id }, { body })
        takeConversation(cache, changed)
        return changed.tags
      }),
    },
  }),

  download: provideOperation(downloadMachine, async ({ scope, filter, format }) => {
    const text = await exportOf({ http, timeZone }, scope, filter, format)
    saveFile(document, `conversations.${format}`, new Blob([text], { type: FILE_TYPE[format] }))
  }),
})

export const provideRenameConversation = ({ http, cache }: Pick<Services, 'http' | 'cache'>) =>
  provideForm(
    renameConversationMachine,
    ({ id, title }) => http.call(conversations.change, { id }, { body: { title: title.trim() } }),
    (renamed) => takeConversation(cache, renamed),
  )
