import type { ChatKey } from './chat.types.ts'

export const CHAT_PATH = '/chat'

/** The address of Chat: `/chat?assistant=…&conversation=…`; `q` searches, `list` shows only the list on a phone. */
export interface ChatAddress {
  readonly assistantId: string | null
  readonly conversationId: string | null
  readonly q: string
  readonly isListed: boolean
}

export const chatAddress = (search: URLSearchParams): ChatAddress => ({
  assistantId: search.get('assistant'),
  conversationId: search.get('conversation'),
  q: search.get('q') ?? '',
  isListed: search.has('list'),
})

export const chatPath = ({ assistantId, conversationId, q, isListed }: Partial<ChatAddress>) => {
  const search = new URLSearchParams({
    ...(assistantId && { assistant: assistantId }),
    ...(conversationId && { conversation: conversationId }),
    ...(q && { q }),
    ...(isListed && { list: '1' }),
  })
  return `${CHAT_PATH}${search.size > 0 ? `?${search}` : ''}`
}

/** The address with a conversation's id, if `path` shows that conversation from before; else null. */
export function addressOfBegun(path: string, { assistantId, conversationId }: ChatKey) {
  const { pathname, searchParams } = new URL(path, 'http://lectern')
  const shown = chatAddress(searchParams)
  const isIt =
    pathname === CHAT_PATH &&
    shown.conversationId === null &&
    (shown.assistantId ?? assistantId) === assistantId
  return isIt ? chatPath({ ...shown, assistantId, conversationId }) : null
}

/** The address after deleting a conversation that is shown beside its list: the list keeps its filter. */
export function withoutConversation(path: string) {
  const { pathname, searchParams } = new URL(path, 'http://lectern')
  searchParams.delete('conversation')
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}`
}
