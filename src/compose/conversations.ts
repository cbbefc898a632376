import { provideChat } from '../services/chat.provide.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { provideReader } from '../services/reader.provide.ts'
import { provideConversationRemoval } from '../services/removal.provide.ts'
import type { Base } from './base.ts'

/** What every screen that shows conversations, or lists them, is composed of. */
export function composeConversations({ http, timeZone, cache, tab }: Base) {
  const api = createIntegrationsApi(http, timeZone)
  const { answerFeedback, ...listing } = provideChat({ api, cache, document: tab.document })
  return {
    conversation: { reader: provideReader(createKnowledgeApi(http)), answerFeedback },
    browser: { ...listing, deleteConversation: provideConversationRemoval(api, cache) },
  }
}
