import * as z from 'zod/mini'
import { exact, Id, Timestamp, Uuid } from './common.ts'
import { ConnectorField, EnteredSettings, Label } from './connectors.ts'
import { ConnectedKind } from './conversations.ts'
import { IngestionError } from './documents.ts'

/** GET /api/v1/channels: where assistants can answer, and the fields that connecting each one needs. */
export const ChannelKind = z.object({
  kind: ConnectedKind,
  name: z.string(),
  fields: z.array(ConnectorField),
  /** Set-up steps in the service, in order. */
  steps: z.array(Label),
  /** A manifest to copy into the service, in its own format; null for channels that are polled. */
  manifest: z.nullable(z.string()),
})
export type ChannelKind = z.infer<typeof ChannelKind>
export const ChannelKindList = z.array(ChannelKind)

/** Questions per day, from all senders. */
const dailyLimit = z.int().check(z.minimum(1), z.maximum(100_000))

/** GET /api/v1/organizations/{id}/channels: a place where an assistant answers. Its secrets stay on the server. */
export const ConnectedChannel = z.object({
  id: Id,
  kind: ConnectedKind,
  integration_id: Id,
  assistant: z.string(),
  /** The service's name for it, such as a workspace. */
  name: z.string(),
  settings: z.record(z.string(), z.string()),
  daily_limit: z.int(),
  enabled: z.boolean(),
  /** Why it cannot answer at the moment. */
  error: z.nullable(IngestionError),
  last_message_at: z.nullable(Timestamp),
  /** Only for polled channels, such as mailboxes. */
  last_read_at: z.nullable(Timestamp),
  /** Questions asked today. */
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

/** PATCH: empty secrets keep the stored ones. */
export const ChannelPatch = z.partial(
  z.object({
    settings: EnteredSettings,
    daily_limit: dailyLimit,
    enabled: z.boolean(),
  }),
)
export type ChannelPatch = z.infer<typeof ChannelPatch>
