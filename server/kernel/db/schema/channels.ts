import { boolean, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { ConnectedKind } from '../../../../src/services/contract/conversations.ts'
import type { IngestionError } from '../../../../src/services/contract/documents.ts'
import { DAILY_LIMIT } from '../../../../src/services/contract/share.ts'
import { users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { integrations } from './integrations.ts'
import { organizations } from './organizations.ts'

/** A place where an assistant answers people elsewhere. */
export const channels = pgTable(
  'channels',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    integrationId: partOf(() => integrations.id),
    kind: text().$type<ConnectedKind>().notNull(),
    /** Identifies it in its service, so that no one is answered twice there. */
    account: text().notNull(),
    name: text().notNull(),
    url: text().notNull(),
    settings: jsonb().$type<Record<string, string>>().notNull(),
    /** Tokens and keys, sealed. */
    secrets: text().notNull(),
    dailyLimit: integer().notNull().default(DAILY_LIMIT),
    enabled: boolean().notNull().default(true),
    /** Since the last answer was sent. */
    error: jsonb().$type<IngestionError>(),
    lastMessageAt: at(),
    /** For a polled channel: the position reached, in a format of its kind. */
    mark: text(),
    /** Next poll, or when the polling process loses it; null for a channel whose service sends. */
    nextReadAt: at(),
    lastReadAt: at(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    // Per server: another server could claim any account.
    unique('channels_account').on(table.kind, table.account, table.url),
    index('channels_organization').on(table.organizationId),
    index('channels_to_read').on(table.nextReadAt),
  ],
)
