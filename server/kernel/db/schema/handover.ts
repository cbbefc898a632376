import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
import { at, keyOf, partOf } from './columns.ts'
import { conversations, wordsOf } from './conversations.ts'
import { integrations } from './integrations.ts'
import { organizations } from './organizations.ts'

/** An assistant without a row here offers no person. */
export const handoverSettings = pgTable('handover_settings', {
  integrationId: keyOf(() => integrations.id),
  settings: jsonb().$type<Omit<HandoverSettings, 'zendesk_failure'>>().notNull(),
  /** Token of the agent who creates tickets; sealed. */
  zendeskToken: text(),
  /** Why the last ticket could not be created. */
  zendeskFailure: jsonb().$type<IngestionError>(),
  /** Language of the person who set them, which mails to the team use. */
  language: text().$type<Language>().notNull(),
})

/** A conversation in which a person was requested. */
export const handovers = pgTable(
  'handovers',
  {
    conversationId: keyOf(() => conversations.id),
    organizationId: partOf(() => organizations.id),
    integrationId: partOf(() => integrations.id),
    reason: text().$type<HandoverReason>().notNull(),
    status: text().$type<HandoverStatus>().notNull().default('open'),
    /** If false, it was only mailed. */
    inInbox: boolean().notNull(),
    /** A person replies, and the assistant is silent. */
    takenOver: boolean().notNull().default(false),
    requester: text().$type<Requester>().notNull().default('visitor'),
    name: text().notNull(),
    email: text().notNull(),
    /** The site's signed customer id, with name and address; null: the visitor typed them. */
    customerId: text(),
    /** Language of the visitor's mails. */
    language: text().$type<Language>().notNull(),
    assigneeId: uuid().references(() => users.id, { onDelete: 'set null' }),
    rating: integer(),
    requestedAt: at().notNull().defaultNow(),
    firstReplyAt: at(),
    /** When it got its status, or the last reply: since when an open one waits. */
    lastAt: at().notNull().defaultNow(),
  },
  (table) => [index('handovers_inbox').on(table.organizationId, table.status, table.lastAt)],
)

/** Messages to or from a person, and actions. */
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
    /** For a reply: when the visitor's page showed it, or it was sent or given up. */
    deliveredAt: at(),
  },
  (table) => [
    index('handover_entries_conversation').on(table.conversationId, table.createdAt),
    index('handover_entries_words').using('gin', wordsOf(table.content)),
  ],
)

/** The ticket for a request, if its assistant has a Zendesk. */
export const handoverTickets = pgTable(
  'handover_tickets',
  {
    conversationId: uuid()
      .primaryKey()
      .references(() => handovers.conversationId, { onDelete: 'cascade' }),
    /** A new one for each request. */
    requestId: uuid().notNull().defaultRandom(),
    status: text().$type<'pending' | 'made' | 'failed'>().notNull().default('pending'),
    attempts: integer().notNull().default(0),
    /** While pending. The process creating it sets this ahead, so that another can take over if it dies. */
    nextTryAt: at().notNull().defaultNow(),
    ticketId: bigint({ mode: 'number' }),
  },
  (table) => [index('handover_tickets_due').on(table.nextTryAt).where(sql`${table.status} = 'pending'`)],
)

/** Visitors' verdicts on whether the assistant helped. */
export const conversationVerdicts = pgTable('conversation_verdicts', {
  conversationId: keyOf(() => conversations.id),
  helped: boolean().notNull(),
  createdAt: at().notNull().defaultNow(),
})
