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
import { at, partOf } from './columns.ts'
import { organizations } from './organizations.ts'

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

export const knowledgeBases = pgTable(
  'knowledge_bases',
  {
    id: uuid().primaryKey().defaultRandom(),
    organizationId: partOf(() => organizations.id),
    name: text().notNull(),
    description: text().notNull().default(''),
    /** Settings of the index in use. */
    settings: jsonb().$type<RetrievalSettings>().notNull().default(DEFAULT_RETRIEVAL_SETTINGS),
    /** The `number` of the index in use. */
    indexNumber: integer().notNull().default(1),
    /** Only its `knowledge_base_readers` can read it. */
    isRestricted: boolean().notNull().default(false),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('knowledge_bases_name').on(table.organizationId, sql`lower(${table.name})`)],
)

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    name: text().notNull(),
    source: text().$type<DocumentSource>().notNull().default('file'),
    /** Address of a web page. */
    url: text(),
    /** Whether assistants use it. */
    enabled: boolean().notNull().default(true),
    /** The latest of its `document_versions`, which type, size and hash describe. */
    version: integer().notNull().default(1),
    type: text().$type<Document['type']>().notNull(),
    size: integer().notNull(),
    contentHash: text().notNull(),
    /** Number of times it was read: each reading produces its own passages. */
    reading: integer().notNull().default(0),
    /** The reading in use, even while another one is produced; null before the first. */
    servedReading: integer(),
    /** When the passages in use last changed. */
    servedAt: at(),
    status: text().$type<DocumentStatus>().notNull().default('queued'),
    progress: jsonb().$type<NonNullable<Document['progress']>>(),
    error: jsonb().$type<IngestionError>(),
    attempts: integer().notNull().default(0),
    /** Attempts since it was added, or since a retry was requested. */
    tries: integer().notNull().default(0),
    /** Number of requested retries. */
    retries: integer().notNull().default(0),
    /** Not to be tried before this time. */
    notBefore: at(),
    passageCount: integer().notNull().default(0),
    wordCount: integer().notNull().default(0),
    /** Whether the person who added it was notified of the outcome. */
    announced: boolean().notNull().default(false),
    /** When its source lost it: it is neither listed nor searched, and can be restored for 30 days. */
    removedAt: at(),
    /** Among readers of the knowledge base, only its `document_readers` can read it. */
    isRestricted: boolean().notNull().default(false),
    /** Readers according to its service, which it follows; null if people choose them. */
    sharing: jsonb().$type<Sharing>(),
    /** If it follows a service: the first version since its last reader was added. */
    versionsFrom: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [
    index('documents_restricted').on(table.knowledgeBaseId).where(sql`${table.isRestricted}`),
    index('documents_knowledge_base').on(table.knowledgeBaseId),
    index('documents_content').on(table.knowledgeBaseId, table.contentHash),
    index('documents_waiting').on(table.createdAt).where(sql`${table.status} = 'queued'`),
  ],
)

/** Indexes of a knowledge base, one of them in use. Rows that are neither built nor settled are the queue. */
export const knowledgeIndexes = pgTable(
  'knowledge_indexes',
  {
    id: uuid().primaryKey().defaultRandom(),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    /** From 1. */
    number: integer().notNull(),
    status: text().$type<IndexStatus>().notNull().default('queued'),
    origin: text().$type<IndexOrigin>().notNull(),
    /** The index that was restored. */
    restoredNumber: integer(),
    passageSize: integer().notNull(),
    passageOverlap: integer().notNull(),
    progress: jsonb().$type<NonNullable<KnowledgeIndex['progress']>>(),
    error: jsonb().$type<IngestionError>(),
    report: jsonb().$type<IndexReport>(),
    recall: jsonb().$type<Recall>(),
    recallBefore: jsonb().$type<Recall>(),
    /** Wanted although it answers golden questions worse. */
    isApproved: boolean().notNull().default(false),
    /** When the claim of the process working on it expires, unless it is prolonged; null if there is none. */
    claimedUntil: at(),
    /** Not to be worked on before. */
    notBefore: at(),
    /** When work on it began. */
    startedAt: at(),
    publishedAt: at(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
    updatedAt: at().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('knowledge_indexes_number').on(table.knowledgeBaseId, table.number),
    /** Only one is built at a time. */
    uniqueIndex('knowledge_indexes_open')
      .on(table.knowledgeBaseId)
      .where(sql`${table.status} in ('queued', 'building', 'ready')`),
  ],
)

/**
 * Readings of documents for an index that is not in use: the one being built, and the one before the index in
 * use, which allows going back.
 */
export const indexReadings = pgTable(
  'index_readings',
  {
    indexId: partOf(() => knowledgeIndexes.id),
    documentId: partOf(() => documents.id),
    /** Null if the document keeps the reading in use. */
    reading: integer(),
    /** Version of the content that was read; null if unknown. */
    version: integer(),
    /** The document's `served_at` when it was read: if that has changed, it has to be read again. */
    servedAt: at(),
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

/** Earlier and current files of a document; each file is stored under `id`. */
export const documentVersions = pgTable(
  'document_versions',
  {
    id: uuid().primaryKey().defaultRandom(),
    documentId: partOf(() => documents.id),
    knowledgeBaseId: uuid().notNull(),
    /** From 1. */
    number: integer().notNull(),
    type: text().$type<Document['type']>().notNull(),
    size: integer().notNull(),
    contentHash: text().notNull(),
    createdBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [uniqueIndex('document_versions_number').on(table.documentId, table.number)],
)

/**
 * Written by a trigger on `document_versions`, whatever deletes the row: files to remove, and the knowledge
 * bases whose index on disk still contains their words.
 */
export const removedFiles = pgTable('removed_files', {
  fileId: uuid().primaryKey(),
  /** Null for rows from before this was recorded. */
  knowledgeBaseId: uuid(),
})

/** `title` and `headings` repeat the headings above the passage: they are searched with it. */
export const passages = pgTable(
  'passages',
  {
    id: uuid().primaryKey().defaultRandom(),
    documentId: partOf(() => documents.id),
    knowledgeBaseId: partOf(() => knowledgeBases.id),
    /** Reading of the document that it belongs to. */
    reading: integer().notNull().default(1),
    /** Whether assistants use it. */
    enabled: boolean().notNull().default(true),
    /** The text as read, if it was edited. */
    original: text(),
    position: integer().notNull(),
    title: text().notNull(),
    headingPath: jsonb().$type<string[]>().notNull(),
    headings: text().notNull(),
    content: text().notNull(),
    charStart: integer().notNull(),
    charEnd: integer().notNull(),
    page: integer(),
    /** Float32, little endian, length 1; of the first part if it was embedded in parts. */
    embedding: bytea(),
    /** Vectors of further parts, concatenated. */
    partEmbeddings: bytea(),
    /** The model that produced it; vectors of different models cannot be compared. */
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
