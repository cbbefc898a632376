import { deleteConversationMachine } from '../machines/conversations/change-conversation.machine.ts'
import { provideImproveAnswer } from '../services/assistants/improve-answer.provide.ts'
import { conversations } from '../services/contract/operations/conversations.ts'
import { provideChat } from '../services/conversations/chat.provide.ts'
import { provideTakeGolden } from '../services/knowledge/golden.provide.ts'
import { provideReader } from '../services/knowledge/reader.provide.ts'
import { provideRemoval, refreshWithout } from '../services/shared/confirmation.provide.ts'
import type { Base } from './base.ts'

/** Parts of every screen that shows or lists conversations. */
export function composeConversations({ http, timeZone, cache, tab, refresh, withIdempotencyKey }: Base) {
  return {
    ...provideChat({ http, timeZone, cache, document: tab.document }),
    reader: provideReader(http),
    improveAnswer: provideImproveAnswer({ http, refresh, withIdempotencyKey }),
    deleteConversation: provideRemoval(
      deleteConversationMachine,
      ({ id }) => http.call(conversations.remove, { id }),
      refreshWithout(cache),
    ),
    takeGolden: provideTakeGolden({ http, refresh, withIdempotencyKey }),
  }
}
