import type { QueryCache } from '../cache/query-cache.ts'
import type { Conversation } from '../contract/conversations.ts'
import type { Transcript } from '../contract/transcript.ts'

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
