import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  Document,
  DocumentSource,
  DocumentStatus,
  IngestionError,
  Sharing,
} from '../../../../src/services/contract/documents.ts'
import type {
  IndexOrigin,
  IndexReport,
  IndexStatus,
  KnowledgeIndex,
  LostEdit,
  Recall,
} from '../../../../src/services/contract/indexes.ts'
import {
  DEFAULT_RETRIEVAL_SETTINGS,
  type RetrievalSettings,
} from '../../../../src/services/contract/knowledge-bases.ts'
import { users } from './accounts.ts'
import { organizations } from './organizations.ts'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const knowledgeBases = pgTable(
  'knowledge_bases',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: uuid()
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Those of the index that is searched. */
    settings: jsonb().$type<RetrievalSettings>().notNull().default(DEFAULT_RETRIEVAL_SETTINGS),
    /** The `number` of the index that is searched. */
    indexNumber: integer().notNull().default(1),
    /** Only its `knowledge_base_readers` may read it. */
    isRestricted: boolean().notNull().default(false),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('knowledge_bases_name').on(table.organizationId, sql`lower(${table.name})`)],
)

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    source: text().$type<DocumentSource>().notNull().default('file'),
    /** Where a page came from. */
    url: text(),
    /** Assistants read it. */
    enabled: boolean().notNull().default(true),
    /** The latest of its `document_versions`; type, size and hash are its. */
    version: integer().notNull().default(1),
    type: text().$type<Document['type']>().notNull(),
    size: integer().notNull(),
    contentHash: text().notNull(),
    /** Counts how often it was read: each reading makes passages of its own. */
    reading: integer().notNull().default(0),
    /** The reading that is searched, while another one is made, too; null before the first. */
    servedReading: integer(),
    /** When what is searched of it changed last. */
    servedAt: timestamp({ withTimezone: true }),
    status: text().$type<DocumentStatus>().notNull().default('queued'),
    progress: jsonb().$type<NonNullable<Document['progress']>>(),
    error: jsonb().$type<IngestionError>(),
    attempts: integer().notNull().default(0),
    /** Attempts since it was added, or since somebody asked for another. */
    tries: integer().notNull().default(0),
    /** How often somebody asked for another attempt. */
    retries: integer().notNull().default(0),
    /** Not to be tried before this time. */
    notBefore: timestamp({ withTimezone: true }),
    passageCount: integer().notNull().default(0),
    wordCount: integer().notNull().default(0),
    /** Whether its end was told to whoever added it. */
    announced: boolean().notNull().default(false),
    /** When its source lost it: it is neither listed nor searched, and may come back for 30 days. */
    removedAt: timestamp({ withTimezone: true }),
    /** Of those who may read the knowledge base, only its `document_readers` may read it. */
    isRestricted: boolean().notNull().default(false),
    /** What its service says of its readers, whom it follows; null where people choose them. */
    sharing: jsonb().$type<Sharing>(),
    /** Of what follows a service, the first version that nobody among its readers came after. */
    versionsFrom: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('documents_restricted').on(table.knowledgeBaseId).where(sql`${table.isRestricted}`),
    index('documents_knowledge_base').on(table.knowledgeBaseId),
    index('documents_content').on(table.knowledgeBaseId, table.contentHash),
    index('documents_waiting').on(table.createdAt).where(sql`${table.status} = 'queued'`),
  ],
)

/** The indexes of a knowledge base, one of which is searched. Rows that are neither built nor settled are the queue. */
export const knowledgeIndexes = pgTable(
  'knowledge_indexes',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    /** From 1. */
    number: integer().notNull(),
    status: text().$type<IndexStatus>().notNull().default('queued'),
    origin: text().$type<IndexOrigin>().notNull(),
    /** The index that was gone back to. */
    restoredNumber: integer(),
    passageSize: integer().notNull(),
    passageOverlap: integer().notNull(),
    progress: jsonb().$type<NonNullable<KnowledgeIndex['progress']>>(),
    error: jsonb().$type<IngestionError>(),
    report: jsonb().$type<IndexReport>(),
    recall: jsonb().$type<Recall>(),
    recallBefore: jsonb().$type<Recall>(),
    /** Somebody wants it although it answers golden questions worse. */
    isApproved: boolean().notNull().default(false),
    /** A process works on it until then, unless it prolongs that; null when none does. */
    claimedUntil: timestamp({ withTimezone: true }),
    /** Not to be worked on before. */
    notBefore: timestamp({ withTimezone: true }),
    /** When work on it began. */
    startedAt: timestamp({ withTimezone: true }),
    publishedAt: timestamp({ withTimezone: true }),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('knowledge_indexes_number').on(table.knowledgeBaseId, table.number),
    /** One is made at a time. */
    uniqueIndex('knowledge_indexes_open')
      .on(table.knowledgeBaseId)
      .where(sql`${table.status} in ('queued', 'building', 'ready')`),
  ],
)

/**
 * Readings of documents that belong to an index which is not searched: the one that is built, and the one before the
 * one that is searched. The latter is the way back.
 */
export const indexReadings = pgTable(
  'index_readings',
  {
    indexId: uuid()
      .notNull()
      .references(() => knowledgeIndexes.id, { onDelete: 'cascade' }),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Null where the document keeps the reading that is searched. */
    reading: integer(),
    /** Of the content that was read; null where it is not known. */
    version: integer(),
    /** The document's `served_at` when it was read: another one since means that it has to be read again. */
    servedAt: timestamp({ withTimezone: true }),
    isRead: boolean().notNull().default(false),
    tries: integer().notNull().default(0),
    passageCount: integer().notNull().default(0),
    wordCount: integer().notNull().default(0),
    error: jsonb().$type<IngestionError>(),
    changes: jsonb().$type<Pick<IndexReport, 'added' | 'changed' | 'removed' | 'unchanged'>>(),
    lostEdits: jsonb().$type<Pick<LostEdit, 'page' | 'original' | 'content'>[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.indexId, table.documentId] }),
    index('index_readings_document').on(table.documentId),
  ],
)

/** What a document's file was; the file lies under `id`. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    knowledgeBaseId: uuid().notNull(),
    /** From 1. */
    number: integer().notNull(),
    type: text().$type<Document['type']>().notNull(),
    size: integer().notNull(),
    contentHash: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('document_versions_number').on(table.documentId, table.number)],
)

/**
 * Written by a trigger on `document_versions`, whatever deletes the row: files that are to be removed, and the
 * knowledge bases whose index on disk still holds their words.
 */
export const removedFiles = pgTable('removed_files', {
  fileId: uuid().primaryKey(),
  /** Null for those from before it was noted. */
  knowledgeBaseId: uuid(),
})

/** `title` and `headings` repeat what stands above the passage: they are searched with it. */
export const passages = pgTable(
  'passages',
  {
    id: uuid().primaryKey().defaultRandom(),
    documentId: uuid()
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    knowledgeBaseId: uuid()
      .notNull()
      .references(() => knowledgeBases.id, { onDelete: 'cascade' }),
    /** Of which reading of the document it is. */
    reading: integer().notNull().default(1),
    /** Assistants read it. */
    enabled: boolean().notNull().default(true),
    /** As it was read, where somebody has edited it. */
    original: text(),
    position: integer().notNull(),
    title: text().notNull(),
    headingPath: jsonb().$type<string[]>().notNull(),
    headings: text().notNull(),
    content: text().notNull(),
    charStart: integer().notNull(),
    charEnd: integer().notNull(),
    page: integer(),
    /** Float32, little endian, length 1; of its first part where it was embedded in parts. */
    embedding: bytea(),
    /** Of its further parts, one after the other. */
    partEmbeddings: bytea(),
    /** Which model made it; vectors of two models cannot be compared. */
    embeddingModel: text(),
  },
  (table) => [
    index('passages_document').on(table.documentId, table.reading, table.position),
    index('passages_knowledge_base').on(table.knowledgeBaseId),
    index('passages_embedding_model')
      .on(table.knowledgeBaseId, table.embeddingModel)
      .where(sql`${table.embedding} is not null`),
  ],
)
