import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CodedText } from '../../../../src/services/contract/coded-text.ts'
import type { ConnectionSettings } from '../../../../src/services/contract/connectors.ts'
import type { IngestionError, Sharing } from '../../../../src/services/contract/documents.ts'
import type {
  Source,
  SourceRefresh,
  SourceReport,
  SourceSettings,
  SourceStatus,
} from '../../../../src/services/contract/sources.ts'
import { sessions, users } from './accounts.ts'
import { at, partOf } from './columns.ts'
import { documents, knowledgeBases } from './knowledge.ts'

/** `since`: when its server first asked for a later visit, until a reading is settled. */
type SourceProgress = NonNullable<Source['progress']> & { since?: string }

/** Web sources and connected services of knowledge bases. Its rows are the queue of readings. */
export const sources = pgTable(
  'sources',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    settings: jsonb().$type<SourceSettings | ConnectionSettings>().notNull(),
    /** A connector's tokens and keys, sealed. */
    secrets: text(),
    /** Only people who can read an item in the service can read its document. */
    followsReaders: boolean().notNull().default(false),
    refresh: text().$type<SourceRefresh>().notNull().default('never'),
    status: text().$type<SourceStatus>().notNull().default('queued'),
    progress: jsonb().$type<SourceProgress>(),
    error: jsonb().$type<IngestionError>(),
    report: jsonb().$type<SourceReport>(),
    /** Number of readings: only the latest one is valid. */
    reading: integer().notNull().default(0),
    lastReadAt: at(),
    /** Earliest next reading; null: none. */
    nextAt: at(),
    /** Whether failures are mailed as well as notified. */
    mailOnFailure: boolean().notNull().default(false),
    /** The last failure notified; null since the last successful reading. */
    notifiedOf: text(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('sources_knowledge_base').on(table.knowledgeBaseId),
    index('sources_due').on(table.nextAt).where(sql`${table.nextAt} is not null`),
  ],
)

/**
 * Service grants to revoke, of sources that were deleted or changed clients and of sign-ins without a source.
 * Triggers on both tables write it, whatever deletes a row.
 */
export const endedConnections = pgTable('ended_connections', {
  /** Or the id of the sign-in; random for a source that continues with another client. */
  sourceId: uuid().primaryKey(),
  settings: jsonb().$type<ConnectionSettings>().notNull(),
  secrets: text().notNull(),
  endedAt: at().notNull().defaultNow(),
})

/** State of an item, such as a web page; `url` if its key is not its address. */
export type KnownItem = {
  title: string
  contentType: string
  etag: string | null
  lastModified: string | null
  contentHash: string
  url?: string
  /** Number of links from the first page of a site; missing for that page, and if it is not known. */
  depth?: number
  /** Why its content cannot be read. */
  refused?: IngestionError
}

/** With the links where a crawl continues if the page is unchanged and so is not sent: they may be many. */
export type StoredItem = KnownItem & { links: string[] }

/** Readers in the service of a document version that is not in use here yet. */
export type AwaitedReaders = { list: string; sharing: Sharing; version: number }

/** An item that a source has read: how to detect changes, and its document. */
export const sourcePages = pgTable(
  'source_pages',
  {
    sourceId: partOf(() => sources.id),
    /** A web page's address, which gave the column its name; otherwise the service's id. */
    key: text('url').notNull(),
    /** Null if another document has the same content, or it was deleted by someone. */
    documentId: uuid().references(() => documents.id, { onDelete: 'set null' }),
    page: jsonb().$type<StoredItem>().notNull(),
    /** Missing from the source: held until someone decides, kept anyway, or removed. Null while it exists. */
    missing: text().$type<'held' | 'kept' | 'removed'>(),
    /** The list in `source_readers` of those who can read it here; null if the service has not said. */
    readers: text(),
    /** Its readers once the version shown to them is in use. */
    awaited: jsonb().$type<AwaitedReaders>(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.key] }),
    index('source_pages_document').on(table.documentId),
    index('source_pages_readers').on(table.sourceId, table.readers),
  ],
)

/**
 * Lists of an item's readers in its service; most items of a place share one. They are stored as the service
 * named them, so that later members are included: see `server/knowledge/readers/followed.ts`.
 */
export const sourceReaders = pgTable(
  'source_readers',
  {
    sourceId: partOf(() => sources.id),
    /** Hash of all its entries. */
    list: text().notNull(),
    /** An address, `@` and a domain, `:` and a group's address, or `*` for anyone; in lower case. */
    reader: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.list, table.reader] }),
    index('source_readers_reader').on(table.reader),
  ],
)

/**
 * A person signing in to a service for a source: state and browser as hashes, used once. What was entered and
 * granted is stored and sealed as in a source.
 */
export const connectionSignIns = pgTable(
  'connection_sign_ins',
  {
    id: uuid().primaryKey().defaultRandom(),
    stateHash: text().notNull().unique(),
    browserHash: text().notNull(),
    sessionId: partOf(() => sessions.id),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    connector: text().notNull(),
    url: text().notNull(),
    settings: jsonb().$type<Record<string, string>>().notNull(),
    secrets: text().notNull(),
    status: text().$type<'open' | 'taken' | 'connected' | 'refused'>().notNull().default('open'),
    /** Why it was refused. */
    refusal: jsonb().$type<CodedText>(),
    expiresAt: at().notNull(),
  },
  (table) => [index('connection_sign_ins_expires').on(table.expiresAt)],
)
