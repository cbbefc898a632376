import path from 'node:path'
import type { ApiError } from '../../src/services/contract/common.ts'
import type { Citation, Conversation, Message } from '../../src/services/contract/conversations.ts'
import { DOCUMENT_EXTENSIONS } from '../../src/services/contract/documents.ts'
import { bodyOf } from '../kernel/errors.ts'
import { say } from '../kernel/texts/say.ts'
import type { ConversationRow, MessageRow } from './conversations.types.ts'

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

/** The model that wrote it has reached the limit of its answer. */
export const isCut = ({ attempts }: Pick<MessageRow, 'attempts'>) => attempts.at(-1)?.isCut === true

/** What is left of an answer for whoever may not read all that it was written from. */
export const withheld = (row: MessageRow): MessageRow => ({
  ...row,
  content: '',
  citations: [],
  unsupported: [],
  passagesSearched: 0,
  readiness: null,
  isWithheld: true,
})

/**
 * For whoever may read all that it was written from; others get what `withheld` leaves of it.
 * @param existing ids of the cited documents that are still there
 */
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
  attempts: row.attempts.map(({ model, provider, failed }) => ({ model, provider, failed })),
  cut_off: isCut(row),
  passages_searched: row.passagesSearched,
  readiness: row.readiness,
  config_version: row.configVersion,
  latency_ms: row.role === 'user' ? null : { first_token: row.firstTokenMs, total: row.totalMs },
  error: row.error,
  unsupported: row.unsupported,
  feedback: row.feedback,
  withheld: row.isWithheld ?? false,
  created_at: row.createdAt.toISOString(),
})

const FILE_ENDINGS = new Set(Object.values(DOCUMENT_EXTENSIONS).flat())

/** A document as visitors know it: `shipping-rates.csv` is “Shipping rates”. Other names are titles already. */
export function titleForVisitors(name: string) {
  const ending = path.extname(name)
  if (!FILE_ENDINGS.has(ending.slice(1).toLowerCase())) return name
  const words = name
    .slice(0, -ending.length)
    .replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, ' ')
    .trim()
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1)
}

/** A source without the way to its document, and how it was found. */
export const withoutWay = (citation: Citation): Citation => ({
  ...presentCitation(citation, new Set()),
  document_name: titleForVisitors(citation.document_name),
  score: 0,
})

/** What a visitor is told of a failure: what went wrong with a provider is the operator's. */
const FAILED = bodyOf(say('failed'))
export const failedForVisitor = (error: ApiError) => (error.code === 'documents_unread' ? error : FAILED)

/** Without what the team notes of it. */
export const presentConversationForVisitor = (row: ConversationRow): Conversation => ({
  ...presentConversation(row),
  tags: [],
  liked: 0,
  disliked: 0,
  unanswered: 0,
})

/** Without what only the team may know: which model, which version, which document of which base, what it cost. */
export const presentForVisitor = (row: MessageRow): Message => ({
  ...presentMessage(row, new Set()),
  mode: null,
  model: null,
  attempts: [],
  config_version: null,
  passages_searched: 0,
  latency_ms: null,
  citations: row.citations.map(withoutWay),
  error: row.error && failedForVisitor(row.error),
})
