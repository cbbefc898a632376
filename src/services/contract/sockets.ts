import * as z from 'zod/mini'
import { ApiError, Id } from './common.ts'
import { Citation, Message } from './conversations.ts'
import { Document } from './documents.ts'
import { GoldenRun } from './golden.ts'
import { KnowledgeIndex } from './indexes.ts'
import { NotificationUpdate } from './notifications.ts'
import { Source } from './sources.ts'

export { CLOSE } from './close-codes.ts'

/** Required fields of every frame (S7.32). */
export const Frame = z.object({ type: z.string(), data: z.unknown() })

/** Every frame of our server: `seq` grows by one within a connection, `ts` is ISO 8601. */
export const Envelope = z.object({
  type: z.string(),
  data: z.unknown(),
  id: z.string(),
  seq: z.int(),
  ts: z.string(),
  v: z.literal(1),
})
export type Envelope = z.infer<typeof Envelope>

const message = <Type extends string, Data extends z.ZodMiniType>(type: Type, data: Data) =>
  z.object({ type: z.literal(type), data })

const HandoverPresence = z.object({
  conversation_id: Id,
  user_id: Id,
  name: z.string(),
  replying: z.boolean(),
})

export const Hello = message('hello', z.object({ connection_id: z.string(), heartbeat_s: z.int() }))

/** Frames of /api/ws/organizations/{orgId}/knowledge-bases/{kbId}. */
export const KnowledgeBaseMessage = z.discriminatedUnion('type', [
  Hello,
  message('document_added', Document),
  message('document_progress', Document),
  message('document_ready', Document),
  message('document_failed', Document),
  message('document_cancelled', Document),
  /** It was renamed, enabled or disabled. */
  message('document_changed', Document),
  message('document_removed', z.object({ id: Id })),
  message('source_update', Source),
  message('source_removed', z.object({ id: Id })),
  message('index_update', KnowledgeIndex),
  /** A run of the golden questions started, progressed, or ended. */
  message('golden_run_update', GoldenRun),
])
export type KnowledgeBaseMessage = z.infer<typeof KnowledgeBaseMessage>

/** Frames of /api/ws/integrations/{id}. */
export const IntegrationMessage = z.discriminatedUnion('type', [
  Hello,
  /** `index` is the position of `text` in the answer so far, in UTF-16 units: it reveals gaps and repeats. */
  message('token', z.object({ message_id: Id, index: z.int(), text: z.string() })),
  message('citations', z.object({ message_id: Id, citations: z.array(Citation) })),
  message('message_started', Message),
  /** Its text starts again from the first word: another process writes it. */
  message('message_resumed', Message),
  message('message_completed', Message),
  message('message_failed', z.object({ message_id: Id, error: ApiError })),
  message('config_published', z.object({ id: Id })),
  /** To the conversation's visitor: a person has written or done something. */
  message('handover_update', z.object({ conversation_id: Id })),
  /** A person is writing to the visitor, or has stopped. */
  message('handover_presence', z.omit(HandoverPresence, { user_id: true })),
])
export type IntegrationMessage = z.infer<typeof IntegrationMessage>

/** Frames of /api/ws/organizations/{orgId}: what changed; the reader fetches it again. */
export const OrganizationMessage = z.discriminatedUnion('type', [
  Hello,
  message('knowledge_base_update', z.object({ id: Id })),
  message('integration_update', z.object({ id: Id })),
  message('integration_removed', z.object({ id: Id })),
  message('organization_update', z.object({ id: Id })),
  /** A member joined, left, or changed roles. */
  message('member_update', z.object({ user_id: Id })),
  message('invitation_update', z.object({ id: Id })),
  /** A conversation of the inbox. */
  message('handover_update', z.object({ conversation_id: Id })),
  /** A team member is writing a reply, or has stopped. */
  message('handover_presence', HandoverPresence),
  /** The user's own account, whichever of their organizations the socket belongs to. */
  message('account_update', z.object({})),
  /** About the user, whichever of their organizations the socket belongs to. */
  message('notification_update', NotificationUpdate),
])
export type OrganizationMessage = z.infer<typeof OrganizationMessage>

/** Every frame from a client; each gets a response. */
export const ClientMessage = z.object({ type: z.literal('ping') })
export type ClientMessage = z.infer<typeof ClientMessage>
