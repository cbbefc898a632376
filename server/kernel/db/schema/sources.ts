import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ConnectionSettings } from '../../../../src/services/contract/connectors.ts'
import type { IngestionError, Sharing } from '../../../../src/services/contract/documents.ts'
import type { Said } from '../../../../src/services/contract/said.ts'
import type {
  Source,
  SourceRefresh,
  SourceReport,
  SourceSettings,
  SourceStatus,
} from '../../../../src/services/contract/sources.ts'
import { sessions, users } from './accounts.ts'
import { documents, knowledgeBases } from './knowledge.ts'

/** What a knowledge base reads of the web and of other services. Its rows are the queue of the readings. */
export const sources = pgTable(
  'sources',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    settings: jsonb().$type<SourceSettings | ConnectionSettings>().notNull(),
    /** Tokens and keys of a connector, sealed. */
    secrets: text(),
    /** Its documents are for those who may read its items in the service. */
    followsReaders: boolean().notNull().default(false),
    refresh: text().$type<SourceRefresh>().notNull().default('never'),
    status: text().$type<SourceStatus>().notNull().default('queued'),
    progress: jsonb().$type<NonNullable<Source['progress']>>(),
    error: jsonb().$type<IngestionError>(),
    report: jsonb().$type<SourceReport>(),
    /** Counts its readings: a reading that is not the latest is nobody's any more. */
    reading: integer().notNull().default(0),
    lastReadAt: timestamp({ withTimezone: true }),
    /** Not to be read before; null: not again. */
    nextAt: timestamp({ withTimezone: true }),
    /** Failures are mailed, besides the notification. */
    mailOnFailure: boolean().notNull().default(false),
    /** The failure that people were notified of; null since the last reading that succeeded. */
    notifiedOf: text(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('sources_knowledge_base').on(table.knowledgeBaseId),
    index('sources_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
)

/**
 * What services have given for sources that are gone or have another client, and for sign-ins that became none, until
 * it is ended there. Triggers on both tables write it, whatever deletes a row.
 */
export const endedConnections = pgTable('ended_connections', {
  /** Or the id of the sign-in; of a source that has gone on with another client, any. */
  sourceId: uuid().primaryKey(),
  settings: jsonb().$type<ConnectionSettings>().notNull(),
  secrets: text().notNull(),
  endedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
})

/** What a source remembers of an item, as of a page of the web; `url` where its key is another than its address. */
export type KnownItem = {
  title: string
  contentType: string
  etag: string | null
  lastModified: string | null
  contentHash: string
  /** Where a crawl goes on when the page has not changed and so is not sent. */
  links: string[]
  url?: string
  /** Why its content cannot be read. */
  refused?: IngestionError
}

/** Readers whom the service has shown a version of a document that is not in place here yet. */
export type AwaitedReaders = { list: string; sharing: Sharing; version: number }

/** An item that a source has read: what tells whether it has changed, and the document that holds it. */
export const sourcePages = pgTable(
  'source_pages',
  {
    sourceId: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** Of a page of the web its address, by which the column is called; otherwise what its service knows it by. */
    key: text('url').notNull(),
    /** Null where another document holds the same content, or somebody has deleted it. */
    documentId: uuid().references(() => documents.id, { onDelete: 'set null' }),
    page: jsonb().$type<KnownItem>().notNull(),
    /** Missing from the source: held until somebody decides, kept in spite of it, or removed. Null while it is there. */
    missing: text().$type<'held' | 'kept' | 'removed'>(),
    /** The list of `source_readers` of those who may read it here; null where the service has not told. */
    readers: text(),
    /** Those who may read it once what they were shown is in place. */
    awaited: jsonb().$type<AwaitedReaders>(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.key] }),
    index('source_pages_document').on(table.documentId),
    index('source_pages_readers').on(table.sourceId, table.readers),
  ],
)

/**
 * Who may read items in their service, as lists, because most items of a place have the same readers. They are kept as
 * the service named them, so that whoever joins later is among them: see `server/knowledge/readers/followed.ts`.
 */
export const sourceReaders = pgTable(
  'source_readers',
  {
    sourceId: uuid()
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    /** The hash of all that it names. */
    list: text().notNull(),
    /** An address, `@` and a domain, `:` and the address of a group, or `*` for anyone; in lower case. */
    reader: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.list, table.reader] }),
    index('source_readers_reader').on(table.reader),
  ],
)

/**
 * A person on the way to a service, to sign in there for a source, and back: state and browser as hashes, used once.
 * What was entered and what the service gave for it is as in a source, and sealed like there.
 */
export const connectionSignIns = pgTable(
  'connection_sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    stateHash: text().notNull().unique(),
    browserHash: text().notNull(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    connector: text().notNull(),
    url: text().notNull(),
    settings: jsonb().$type<Record<string, string>>().notNull(),
    secrets: text().notNull(),
    status: text().$type<'open' | 'taken' | 'connected' | 'refused'>().notNull().default('open'),
    /** Why it was refused. */
    refusal: jsonb().$type<Said>(),
    expiresAt: timestamp({ withTimezone: true }).notNull(),
  },
  (table) => [index('connection_sign_ins_expires').on(table.expiresAt)],
)
