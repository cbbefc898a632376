import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { Id, name, Timestamp, text } from './common.ts'

/** `degraded`: some documents are ready and some failed. */
export const KnowledgeBaseStatus = z.enum(['empty', 'indexing', 'ready', 'degraded', 'error'])
export type KnowledgeBaseStatus = z.infer<typeof KnowledgeBaseStatus>

/** `keywords`: only by words; `meaning`: only by vectors; `hybrid`: by both. */
export const SearchMode = z.enum(['hybrid', 'keywords', 'meaning'])
export type SearchMode = z.infer<typeof SearchMode>

export const PASSAGE_SIZE = { min: 300, max: 2_400 }
/** Shared with the previous passage; at most half of the size. */
export const PASSAGE_OVERLAP_MAX = 600
export const KNOWLEDGE_TOP_K_MAX = 20

/**
 * How the documents of a knowledge base are split into passages, and how these are searched. Sizes are in
 * characters. `top_k` and `score_threshold` (of the fused score, 0 to 1) apply per knowledge base; an assistant's
 * apply to everything that it reads. Without `top_k`, only the assistant's applies.
 */
const Settings = z.object({
  passage_size: z.int().check(z.minimum(PASSAGE_SIZE.min), z.maximum(PASSAGE_SIZE.max)),
  passage_overlap: z.int().check(z.minimum(0), z.maximum(PASSAGE_OVERLAP_MAX)),
  mode: SearchMode,
  top_k: z.nullable(z.int().check(z.minimum(1), z.maximum(KNOWLEDGE_TOP_K_MAX))),
  score_threshold: z.number().check(z.minimum(0), z.maximum(1)),
})
/** Passages overlap by at most half of their size. */
export const mayOverlap = ({ passage_size, passage_overlap }: PassageSettings) =>
  passage_overlap <= passage_size / 2
export const RetrievalSettings = Settings.check(
  z.refine(mayOverlap, {
    path: ['passage_overlap'],
    message: t('Passages may overlap by half of their size at most.'),
  }),
)
export type RetrievalSettings = z.infer<typeof RetrievalSettings>

/** Settings that passages depend on: changing one requires other passages. */
export type PassageSettings = Pick<z.infer<typeof Settings>, 'passage_size' | 'passage_overlap'>
/** Settings that apply from the next search. */
export type SearchSettings = Omit<RetrievalSettings, keyof PassageSettings>

export const DEFAULT_RETRIEVAL_SETTINGS: RetrievalSettings = {
  passage_size: 1_200,
  passage_overlap: 0,
  mode: 'hybrid',
  top_k: null,
  score_threshold: 0,
}

export const KnowledgeBase = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  settings: RetrievalSettings,
  /** Only its readers can read it, and the caller is one. */
  restricted: z._default(z.boolean(), false),
  status: KnowledgeBaseStatus,
  counts: z.object({
    documents: z.int(),
    ready: z.int(),
    /** Failed, or cancelled. */
    failed: z.int(),
    passages: z.int(),
    bytes: z.int(),
    words: z.int(),
    /** Passages that wait for the vectors of a new embedding model. */
    outdated: z.optional(z.int()),
  }),
  integration_ids: z.array(Id),
  last_indexed_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

export const KnowledgeBaseList = z.array(KnowledgeBase)

const knowledgeBaseName = name(80)

/** POST /api/v1/organizations/{id}/knowledge-bases; the name is unique in its organization. */
export const NewKnowledgeBase = z.object({
  name: knowledgeBaseName,
  description: z._default(text(500), ''),
})
export type NewKnowledgeBase = z.input<typeof NewKnowledgeBase>

/**
 * PATCH /api/v1/knowledge-bases/{id}. Omitted `settings` stay. Search settings apply at once; another size or
 * overlap of passages starts a re-index, and applies once that is published.
 */
export const KnowledgeBasePatch = z.partial(
  z.object({ name: knowledgeBaseName, description: text(500), settings: z.partial(Settings) }),
)
export type KnowledgeBasePatch = z.infer<typeof KnowledgeBasePatch>
export type SearchSettingsPatch = Omit<NonNullable<KnowledgeBasePatch['settings']>, keyof PassageSettings>
