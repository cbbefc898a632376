import { createHmac } from 'node:crypto'
import { isSameText } from '../../kernel/secrets.ts'

const digestOf = (secret: string, conversationId: string) =>
  createHmac('sha256', secret).update(`handover return ${conversationId}`).digest('base64url')

/** Opens a conversation for readers of the mailed reply, in any browser. */
export const returnKey = (secret: string, conversationId: string) =>
  `${conversationId}.${digestOf(secret, conversationId)}`

/** The conversation that a key opens; null if it is not ours. */
export function conversationOfKey(secret: string, key: string): string | null {
  const [conversationId = '', digest = ''] = key.split('.')
  return isSameText(digest, digestOf(secret, conversationId)) ? conversationId : null
}
