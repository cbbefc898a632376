import { provideImproveAnswer } from '../services/assistants/improve-answer.provide.ts'
import { provideChat } from '../services/conversations/chat.provide.ts'
import { provideTakeGolden } from '../services/knowledge/golden.provide.ts'
import { provideReader } from '../services/knowledge/reader.provide.ts'
import { provideConversationRemoval } from '../services/shell/removal.provide.ts'
import type { Base } from './base.ts'

/** What every screen that shows conversations, or lists them, is composed of. */
export function composeConversations({ http, timeZone, cache, tab, refresh, withIdempotencyKey }: Base) {
  return {
    ...provideChat({ http, timeZone, cache, document: tab.document }),
    reader: provideReader(http),
    improveAnswer: provideImproveAnswer({ http, refresh, withIdempotencyKey }),
    deleteConversation: provideConversationRemoval(http, cache),
    takeGolden: provideTakeGolden({ http, refresh, withIdempotencyKey }),
  }
}
