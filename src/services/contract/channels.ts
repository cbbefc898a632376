import * as z from 'zod/mini'
import { exact, Id, Timestamp, Uuid } from './common.ts'
import { ConnectorField, EnteredSettings, Label } from './connectors.ts'
import { ConnectedKind } from './conversations.ts'
import { IngestionError } from './documents.ts'

/** GET /api/v1/channels: where assistants can answer, and what each asks of whoever connects it. */
export const ChannelKind = z.object({
  kind: ConnectedKind,
  name: z.string(),
  fields: z.array(ConnectorField),
  /** What is to be done there, one after the other. */
  steps: z.array(Label),
  /** A text to copy into it, whose form is theirs; null for what is read, and sends nothing. */
  manifest: z.nullable(z.string()),
})
export type ChannelKind = z.infer<typeof ChannelKind>
export const ChannelKindList = z.array(ChannelKind)

/** Questions per day, of all who write. */
const dailyLimit = z.int().check(z.minimum(1), z.maximum(100_000))

/** GET /api/v1/organizations/{id}/channels: a place where an assistant answers. Its secrets stay with the server. */
export const ConnectedChannel = z.object({
  id: Id,
  kind: ConnectedKind,
  integration_id: Id,
  assistant: z.string(),
  /** As the service calls it, such as a workspace. */
  name: z.string(),
  settings: z.record(z.string(), z.string()),
  daily_limit: z.int(),
  enabled: z.boolean(),
  /** Why nothing can be answered at the moment. */
  error: z.nullable(IngestionError),
  last_message_at: z.nullable(Timestamp),
  /** Of a channel that is read, such as a mailbox. */
  last_read_at: z.nullable(Timestamp),
  /** Questions that were asked today. */
  used_today: z.int(),
  created_at: Timestamp,
})
export type ConnectedChannel = z.infer<typeof ConnectedChannel>
export const ConnectedChannelList = z.array(ConnectedChannel)

/** POST: the connection is tried before it is stored. */
export const NewChannel = z.object({
  kind: exact(40),
  integration_id: Uuid,
  settings: EnteredSettings,
  daily_limit: z.optional(dailyLimit),
})
export type NewChannel = z.infer<typeof NewChannel>

/** PATCH: secrets that are left empty stay as they are. */
export const ChannelPatch = z.partial(
  z.object({
    settings: EnteredSettings,
    daily_limit: dailyLimit,
    enabled: z.boolean(),
  }),
)
export type ChannelPatch = z.infer<typeof ChannelPatch>
