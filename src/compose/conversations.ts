import { provideChat } from '../services/chat.provide.ts'
import { provideTakeGolden } from '../services/golden.provide.ts'
import { createGoldenApi } from '../services/golden-api.ts'
import { createIntegrationsApi } from '../services/integrations-api.ts'
import { createKnowledgeApi } from '../services/knowledge-api.ts'
import { provideReader } from '../services/reader.provide.ts'
import { provideConversationRemoval } from '../services/removal.provide.ts'
import type { Base } from './base.ts'

/** What every screen that shows conversations, or lists them, is composed of. */
export function composeConversations({
  http,
  apiBase,
  timeZone,
  cache,
  tab,
  refresh,
  withIdempotencyKey,
}: Base) {
  const api = createIntegrationsApi(http, timeZone, apiBase)
  const { answerFeedback, ...listing } = provideChat({ api, cache, document: tab.document })
  return {
    conversation: { reader: provideReader(createKnowledgeApi(http)), answerFeedback },
    browser: {
      ...listing,
      deleteConversation: provideConversationRemoval(api, cache),
      takeGolden: provideTakeGolden({ api: createGoldenApi(http), refresh, withIdempotencyKey }),
    },
  }
}
