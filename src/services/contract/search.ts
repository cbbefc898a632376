import * as z from 'zod/mini'
import { nonBlank, Span, Uuid } from './common.ts'
import { Passage } from './documents.ts'
import { RetrievalSettings } from './knowledge-bases.ts'

export const SEARCH_QUERY_MAX = 2000
export const SEARCH_LIMIT_MAX = 50

/** The knowledge base settings that a search applies. */
export const SearchSettings = z.pick(z.object(RetrievalSettings.shape), {
  mode: true,
  top_k: true,
  score_threshold: true,
})
export type SearchSettings = z.infer<typeof SearchSettings>

/** POST /api/v1/integrations/{id}/search; `limit` is 20 by default. */
export const SearchRequest = z.object({
  query: nonBlank(SEARCH_QUERY_MAX),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(SEARCH_LIMIT_MAX)), 20),
  /** One of the assistant’s knowledge bases; all of them by default. */
  knowledge_base_id: z.optional(z.nullable(Uuid)),
  document_id: z.optional(z.nullable(Uuid)),
})
export type SearchRequest = z.input<typeof SearchRequest>

/** A passage with its rank, and the reasons for it. */
export const SearchHit = z.object({
  passage: Passage,
  document_name: z.string(),
  /** Where the passage's content contains words of the query. */
  matches: z.array(Span),
  /** Fused from both ranks, between 0 and 1. */
  score: z.number(),
  /** Ranks from 1 among the passages found by words and by meaning; null if it was not found that way. */
  text_rank: z.nullable(z.int()),
  vector_rank: z.nullable(z.int()),
  cosine: z.number(),
  /** On the scale of the operator's rerank server, which decides the order; null if it was not used. */
  rerank_score: z.nullable(z.number()),
})
export type SearchHit = z.infer<typeof SearchHit>

/**
 * Best first. `answerable` is false if no result is close to the question; an assistant decides by its quotes.
 * `language_unknown`: a knowledge base is searched only by meaning, and the model does not support the query's
 * language.
 */
export const SearchResults = z.object({
  hits: z.array(SearchHit),
  searched: z.int(),
  answerable: z.boolean(),
  language_unknown: z._default(z.boolean(), false),
  took_ms: z.int(),
})
export type SearchResults = z.infer<typeof SearchResults>

/**
 * POST /api/v1/knowledge-bases/{id}/search: searches one knowledge base; given settings override the stored ones.
 */
export const RetrievalTestRequest = z.object({
  query: nonBlank(SEARCH_QUERY_MAX),
  settings: z.optional(SearchSettings),
})
export type RetrievalTestRequest = z.input<typeof RetrievalTestRequest>

/** A passage's rank under the stored settings, from 1; null if they exclude it. */
const TestedHit = z.extend(SearchHit, { stored_place: z.nullable(z.int()) })
export type TestedHit = z.infer<typeof TestedHit>

/** The setting that excludes a passage. */
export const CutBy = z.enum(['base_threshold', 'base_top_k'])

/** Best first; `cut` are results that a setting excluded. */
export const RetrievalTestResults = z.object({
  hits: z.array(TestedHit),
  cut: z.array(z.extend(TestedHit, { by: CutBy })),
  searched: z.int(),
  answerable: z.boolean(),
  language_unknown: z.boolean(),
  took_ms: z.int(),
})
export type RetrievalTestResults = z.infer<typeof RetrievalTestResults>

/** POST /api/v1/integrations/{id}/search/explain */
export const ExplainRequest = z.object({ query: nonBlank(SEARCH_QUERY_MAX), passage_id: Uuid })
export type ExplainRequest = z.infer<typeof ExplainRequest>

/**
 * The outcome for a passage: `read` by the assistant, or why not. `unsearched`: its knowledge base is not the
 * assistant's; `not_ready`: its document has not been read yet; `unrelated`: it shares no word and is not close;
 * `no_shared_word`, `not_near`: the same if its knowledge base is searched only by words or only by meaning;
 * `language_unknown`: it is searched only by meaning, and the model does not support its language or the query's;
 * `too_far_down`: others ranked higher; `beyond_base_top_k`, `below_base_threshold`: its knowledge base's settings;
 * `beyond_top_k`, `below_threshold`: the assistant's.
 */
export const Fate = z.enum([
  'read',
  'unsearched',
  'not_ready',
  'unrelated',
  'no_shared_word',
  'not_near',
  'language_unknown',
  'too_far_down',
  'beyond_base_top_k',
  'below_base_threshold',
  'beyond_top_k',
  'below_threshold',
])

/** Passages that are ranked to explain a search, by words and by meaning each. */
export const EXPLAINED_MAX = 10_000

/** Ranks count from 1 among the first `EXPLAINED_MAX` passages; null without a place there. */
export const SearchExplanation = z.object({
  fate: Fate,
  words: z.object({ rank: z.nullable(z.int()), matched: z.int(), asked: z.int() }),
  meaning: z.object({ rank: z.nullable(z.int()), cosine: z.nullable(z.number()), floor: z.number() }),
  /** The number of candidates from each of the two. */
  candidates: z.int(),
  fused: z.object({ rank: z.nullable(z.int()), score: z.nullable(z.number()) }),
  settings: z.object({ top_k: z.int(), score_threshold: z.number() }),
  /** The one of its knowledge base. */
  knowledge_base: SearchSettings,
  searched: z.int(),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>
