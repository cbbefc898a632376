import type { Envelope } from '../../../src/services/contract/sockets.ts'

/** Lets through what is new in one conversation: whoever came by a mailed link hears of no other. */
export const newsOf = (conversationId: string) => {
  const messages = new Set<unknown>()
  return ({ data }: Pick<Envelope, 'data'>) => {
    const { conversation_id, message_id, id }: Record<string, unknown> = Object(data)
    if (conversation_id === conversationId) messages.add(id)
    if (message_id !== undefined) return messages.has(message_id)
    return conversation_id === undefined || conversation_id === conversationId
  }
}
