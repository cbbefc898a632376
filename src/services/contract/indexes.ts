import * as z from 'zod/mini'
import { Id, Timestamp, Uuid } from './common.ts'
import { IngestionError } from './documents.ts'

/**
 * `ready`: complete, but worse at golden questions, so someone has to publish or discard it. `replaced`: another
 * one was published after it.
 */
export const IndexStatus = z.enum([
  'queued',
  'building',
  'ready',
  'published',
  'replaced',
  'discarded',
  'failed',
  'cancelled',
])
export type IndexStatus = z.infer<typeof IndexStatus>

/** Why it was built: with the knowledge base, for other settings, on request, or to return to an earlier one. */
export const IndexOrigin = z.enum(['created', 'settings', 'asked', 'restored'])
export type IndexOrigin = z.infer<typeof IndexOrigin>

const counts = { added: z.int(), changed: z.int(), removed: z.int(), unchanged: z.int() }

/** A passage counts as changed if it begins at the same place with another text. */
export const IndexedDocumentChange = z.object({ document_id: Id, name: z.string(), ...counts })
export type IndexedDocumentChange = z.infer<typeof IndexedDocumentChange>

/** Why a document keeps its old passages: it could not be read, or is not ready. */
export const UnreadDocument = z.object({ document_id: Id, name: z.string(), error: IngestionError })
export type UnreadDocument = z.infer<typeof UnreadDocument>

/** An edit that could not be transferred, since its passage was split or is gone. */
export const LostEdit = z.object({
  document_id: Id,
  name: z.string(),
  page: z.nullable(z.int()),
  original: z.string(),
  content: z.string(),
})
export type LostEdit = z.infer<typeof LostEdit>

/** Each list has a maximum length; the counts are of all. */
export const INDEX_REPORT_LENGTH = 100

export const IndexReport = z.object({
  ...counts,
  /** Documents whose passages differ, those that differ most first. */
  documents_count: z.int(),
  documents: z.array(IndexedDocumentChange),
  unread_count: z.int(),
  unread: z.array(UnreadDocument),
  lost_edits_count: z.int(),
  lost_edits: z.array(LostEdit),
})
export type IndexReport = z.infer<typeof IndexReport>

/** Share of the golden questions whose passage is among the first 1, 5 or 10 results. */
export const Recall = z.object({ at_1: z.number(), at_5: z.number(), at_10: z.number() })
export type Recall = z.infer<typeof Recall>

/** One index of a knowledge base: its documents split into passages with certain settings. */
export const KnowledgeIndex = z.object({
  id: Id,
  knowledge_base_id: Id,
  /** Number within its knowledge base, from 1. */
  number: z.int(),
  status: IndexStatus,
  origin: IndexOrigin,
  /** The index that it returns to. */
  restored_number: z.nullable(z.int()),
  passage_size: z.int(),
  passage_overlap: z.int(),
  /** In documents; null unless it is being built. */
  progress: z.nullable(z.object({ done: z.int(), total: z.int() })),
  error: z.nullable(IngestionError),
  /** Differences from the index that it replaces; null until it is built. */
  report: z.nullable(IndexReport),
  /** Measured before publication, beside the index in use at that time; null without golden questions. */
  recall: z.nullable(Recall),
  recall_before: z.nullable(Recall),
  /** Its passages are kept: returning to it reads only what was added since. */
  is_kept: z.boolean(),
  created_at: Timestamp,
  /** Null if their account is deleted, or no one requested it. */
  created_by: z.nullable(z.string()),
  published_at: z.nullable(Timestamp),
  updated_at: Timestamp,
})
export type KnowledgeIndex = z.infer<typeof KnowledgeIndex>

/** GET /api/v1/knowledge-bases/{id}/indexes: its history, newest first. */
export const KnowledgeIndexes = z.array(KnowledgeIndex)

/**
 * POST /api/v1/knowledge-bases/{id}/indexes: re-indexes with the current settings, or with those of an earlier index.
 */
export const NewKnowledgeIndex = z.object({ restore: z.optional(Uuid) })
export type NewKnowledgeIndex = z.infer<typeof NewKnowledgeIndex>
