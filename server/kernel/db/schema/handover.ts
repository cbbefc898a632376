import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import type { IngestionError } from '../../../../src/services/contract/documents.ts'
import type {
  HandoverEntryKind,
  HandoverReason,
  HandoverSettings,
  HandoverStatus,
  Requester,
} from '../../../../src/services/contract/handover.ts'
import type { Language } from '../../../../src/texts/language.ts'
import { users } from './accounts.ts'
import { conversations } from './conversations.ts'
import { integrations } from './integrations.ts'
import { organizations } from './organizations.ts'

const at = () => timestamp({ withTimezone: true })

/** Of an assistant without a row here no person is offered. */
export const handoverSettings = pgTable('handover_settings', {
  integrationId: uuid()
    .primaryKey()
    .references(() => integrations.id, { onDelete: 'cascade' }),
  settings: jsonb().$type<Omit<HandoverSettings, 'zendesk_failure'>>().notNull(),
  /** Of the agent who makes tickets; sealed. */
  zendeskToken: text(),
  /** Why the last ticket could not be made. */
  zendeskFailure: jsonb().$type<IngestionError>(),
  /** Of whoever set them, and so of the mails to the team. */
  language: text().$type<Language>().notNull(),
})

/** A conversation that a person was asked for. */
export const handovers = pgTable(
  'handovers',
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    integrationId: uuid()
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    reason: text().$type<HandoverReason>().notNull(),
    status: text().$type<HandoverStatus>().notNull().default('open'),
    /** Else it was mailed alone. */
    inInbox: boolean().notNull(),
    /** A person replies, and the assistant is silent. */
    takenOver: boolean().notNull().default(false),
    requester: text().$type<Requester>().notNull().default('visitor'),
    name: text().notNull(),
    email: text().notNull(),
    /** Of the site, which has signed it, with name and address; null: the visitor typed them. */
    customerId: text(),
    /** Of the visitor's mails. */
    language: text().$type<Language>().notNull(),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    rating: integer(),
    requestedAt: at().notNull().defaultNow(),
    firstReplyAt: at(),
    /** Of what the visitor or the team said or did last. */
    lastAt: at().notNull().defaultNow(),
  },
  (table) => [index('handovers_inbox').on(table.organizationId, table.status, table.lastAt)],
)

/** What was written to a person or by one, and what was done. */
export const handoverEntries = pgTable(
  'handover_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    conversationId: uuid()
      .notNull()
      .references(() => handovers.conversationId, { onDelete: 'cascade' }),
    kind: text().$type<HandoverEntryKind>().notNull(),
    authorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    author: text().notNull().default(''),
    content: text().notNull().default(''),
    createdAt: at().notNull().defaultNow(),
    /** Of a reply: when the visitor's page has shown it, or it was mailed. */
    deliveredAt: at(),
  },
  (table) => [index('handover_entries_conversation').on(table.conversationId, table.createdAt)],
)

/** The ticket that is made of a request, where its assistant has a Zendesk. */
export const handoverTickets = pgTable(
  'handover_tickets',
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => handovers.conversationId, { onDelete: 'cascade' }),
    /** Another one for each request. */
    requestId: uuid().notNull().defaultRandom(),
    status: text().$type<'pending' | 'made' | 'failed'>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** While it is pending. Set ahead by who makes it, so that it is taken up again when that process is gone. */
    nextTryAt: at().notNull().defaultNow(),
    ticketId: bigint({ mode: 'number' }),
  },
  (table) => [index('handover_tickets_due').on(table.nextTryAt).where(sql`${table.status} = 'pending'`)],
)

/** What visitors say of a conversation: whether the assistant has helped. */
export const conversationVerdicts = pgTable('conversation_verdicts', {
  conversationId: uuid()
    .primaryKey()
    .references(() => conversations.id, { onDelete: 'cascade' }),
  helped: boolean().notNull(),
  createdAt: at().notNull().defaultNow(),
})
