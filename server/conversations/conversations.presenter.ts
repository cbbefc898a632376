import type { Citation, Conversation, Message } from '../../src/services/contract/conversations.ts'
import type { ConversationRow, MessageRow } from './conversations.repository.ts'

export const presentConversation = (row: ConversationRow): Conversation => ({
  id: row.id,
  integration_id: row.integrationId,
  channel: row.channel,
  title: row.title,
  message_count: row.messageCount,
  tags: row.tags,
  liked: row.liked,
  disliked: row.disliked,
  unanswered: row.unanswered,
  started_at: row.startedAt.toISOString(),
  last_message_at: row.lastMessageAt.toISOString(),
})

/** A citation outlives its document: its words stay, what it pointed to is gone. */
const presentCitation = (citation: Citation, existing: ReadonlySet<string>): Citation =>
  citation.document_id !== null && existing.has(citation.document_id)
    ? citation
    : { ...citation, document_id: null, passage_id: null }

/** @param existing ids of the cited documents that are still there */
export const presentMessage = (row: MessageRow, existing: ReadonlySet<string>): Message => ({
  id: row.id,
  conversation_id: row.conversationId,
  role: row.role,
  content: row.content,
  status: row.status,
  citations: row.citations.map((citation) => presentCitation(citation, existing)),
  answered: row.answered,
  mode: row.mode,
  model: row.model,
  passages_searched: row.passagesSearched,
  config_version: row.configVersion,
  latency_ms: row.role === 'user' ? null : { first_token: row.firstTokenMs, total: row.totalMs },
  error: row.error,
  unsupported: row.unsupported,
  feedback: row.feedback,
  created_at: row.createdAt.toISOString(),
})
