import type { QueryCache } from '../cache/query-cache.ts'
import type {
  Conversation,
  ConversationFilter,
  ConversationQuery,
  ConversationScope,
} from '../contract/conversations.ts'
import { conversations } from '../contract/operations/conversations.ts'
import type { Transcript } from '../contract/transcript.ts'
import type { Http } from '../http/client.ts'

interface Asked {
  readonly http: Http
  readonly timeZone: () => string
}

/** Days begin at the viewer's midnight. */
const inZone = <Filter extends ConversationFilter>(filter: Filter, timeZone: () => string) =>
  filter.from === undefined && filter.to === undefined ? filter : { ...filter, time_zone: timeZone() }

export function conversationsOf(
  { http, timeZone }: Asked,
  scope: ConversationScope,
  filter: ConversationQuery,
  signal: AbortSignal,
) {
  const query = inZone(filter, timeZone)
  return scope.integrationId === null
    ? http.call(conversations.ofOrganization, { organizationId: scope.organizationId }, { query, signal })
    : http.call(conversations.ofAssistant, { id: scope.integrationId }, { query, signal })
}

/** The text of a file with everything that matches the filter. */
export function exportOf(
  { http, timeZone }: Asked,
  scope: ConversationScope,
  filter: ConversationFilter,
  format: 'csv' | 'jsonl',
) {
  const query = { ...inZone(filter, timeZone), format }
  return scope.integrationId === null
    ? http.text(conversations.exportOfOrganization, { organizationId: scope.organizationId }, { query })
    : http.text(conversations.exportOfAssistant, { id: scope.integrationId }, { query })
}

/** Replaces a conversation that the person has changed where it is cached; its lists are read again. */
export function takeConversation(cache: QueryCache, conversation: Conversation) {
  const isOf = (name: string) => ({
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[2] === name,
  })
  cache.setQueriesData<Transcript>(isOf('conversation'), (known) =>
    known?.conversation.id === conversation.id ? { ...known, conversation } : known,
  )
  void cache.invalidateQueries(isOf('conversations'))
}
