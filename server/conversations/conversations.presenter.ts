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

/** A citation outlives its document: its text stays, its links are removed. */
const presentCitation = (citation: Citation, existing: ReadonlySet<string>): Citation =>
  citation.document_id !== null && existing.has(citation.document_id)
    ? citation
    : { ...citation, document_id: null, passage_id: null }

/** The model reached its answer limit. */
export const isCut = ({ attempts }: Pick<MessageRow, 'attempts'>) => attempts.at(-1)?.isCut === true

/** The part of an answer for people who cannot read all of its sources. */
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
 * For readers of all its sources; others get the result of `withheld`.
 * @param existing ids of the cited documents that still exist
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

/** A document's name for visitors: `shipping-rates.csv` becomes “Shipping rates”. Others are already titles. */
export function titleForVisitors(name: string) {
  const ending = path.extname(name)
  if (!FILE_ENDINGS.has(ending.slice(1).toLowerCase())) return name
  const words = name
    .slice(0, -ending.length)
    .replace(/(?<!\d)[-_]+|[-_]+(?!\d)/g, ' ')
    .trim()
  return words === '' ? name : words[0]!.toUpperCase() + words.slice(1)
}

/** A citation without links to its document, and without how it was found. */
export const withoutWay = (citation: Citation): Citation => ({
  ...presentCitation(citation, new Set()),
  document_name: titleForVisitors(citation.document_name),
  score: 0,
})

/** A failure in words for visitors: details of a provider are for the operator. */
const FAILED = bodyOf(say('failed'))
export const failedForVisitor = (error: ApiError) => (error.code === 'documents_unread' ? error : FAILED)

/** Without the team's notes. */
export const presentConversationForVisitor = (row: ConversationRow): Conversation => ({
  ...presentConversation(row),
  tags: [],
  liked: 0,
  disliked: 0,
  unanswered: 0,
})

/** Without internal data: model, version, document, knowledge base and cost. */
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
