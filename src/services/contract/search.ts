import * as z from 'zod/mini'
import { nonBlank, Span, Uuid } from './common.ts'
import { Passage } from './documents.ts'
import { RetrievalSettings } from './knowledge-bases.ts'

export const SEARCH_QUERY_MAX = 2000
export const SEARCH_LIMIT_MAX = 50

/** What a search obeys of the settings of a knowledge base. */
export const SearchSettings = z.pick(z.object(RetrievalSettings.shape), {
  mode: true,
  top_k: true,
  score_threshold: true,
})
export type SearchSettings = z.infer<typeof SearchSettings>

/** POST /api/v1/integrations/{id}/search; `limit` is 20 when left out. */
export const SearchRequest = z.object({
  query: nonBlank(SEARCH_QUERY_MAX),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(SEARCH_LIMIT_MAX)), 20),
  /** Of the assistant's own; all of them when left out. */
  knowledge_base_id: z.optional(z.nullable(Uuid)),
  document_id: z.optional(z.nullable(Uuid)),
})
export type SearchRequest = z.input<typeof SearchRequest>

/** A passage with its place in the order, and why it has it. */
export const SearchHit = z.object({
  passage: Passage,
  document_name: z.string(),
  /** Where the passage's content holds words of the query. */
  matches: z.array(Span),
  /** Fused from both ranks, between 0 and 1. */
  score: z.number(),
  /** Places from 1 among the passages found by words and by meaning; null where it was not found so. */
  text_rank: z.nullable(z.int()),
  vector_rank: z.nullable(z.int()),
  cosine: z.number(),
  /** On the scale of the operator's rerank server, which decides the order; null where it was not asked. */
  rerank_score: z.nullable(z.number()),
})
export type SearchHit = z.infer<typeof SearchHit>

/** Best first. `answerable` is false when nothing found is near enough for the assistant to answer from. */
export const SearchResults = z.object({
  hits: z.array(SearchHit),
  searched: z.int(),
  answerable: z.boolean(),
  took_ms: z.int(),
})
export type SearchResults = z.infer<typeof SearchResults>

/**
 * POST /api/v1/knowledge-bases/{id}/search: a search of one knowledge base, with other settings than those that are
 * stored where some are given.
 */
export const RetrievalTestRequest = z.object({
  query: nonBlank(SEARCH_QUERY_MAX),
  settings: z.optional(SearchSettings),
})
export type RetrievalTestRequest = z.input<typeof RetrievalTestRequest>

/** What the stored settings make of a passage: its place from 1, or null where they do not let it in. */
const TestedHit = z.extend(SearchHit, { stored_place: z.nullable(z.int()) })
export type TestedHit = z.infer<typeof TestedHit>

/** The setting that leaves a passage out. */
export const CutBy = z.enum(['base_threshold', 'base_top_k'])

/** Best first; `cut` was found, too, and left out by a setting. */
export const RetrievalTestResults = z.object({
  hits: z.array(TestedHit),
  cut: z.array(z.extend(TestedHit, { by: CutBy })),
  searched: z.int(),
  answerable: z.boolean(),
  /** Searched by meaning alone, and the model was not made for the language of the query. */
  language_unknown: z.boolean(),
  took_ms: z.int(),
})
export type RetrievalTestResults = z.infer<typeof RetrievalTestResults>

/** POST /api/v1/integrations/{id}/search/explain */
export const ExplainRequest = z.object({ query: nonBlank(SEARCH_QUERY_MAX), passage_id: Uuid })
export type ExplainRequest = z.infer<typeof ExplainRequest>

/**
 * What became of a passage: `read` by the assistant, or why not. `unsearched`: its knowledge base is not the
 * assistant's; `not_ready`: its document is not read yet; `unrelated`: it shares no word and is not near;
 * `no_shared_word`, `not_near`: the same where its knowledge base is searched by words or by meaning alone;
 * `language_unknown`: it is searched by meaning alone, and the model was not made for its language or the query's;
 * `too_far_down`: others came before it; `beyond_base_top_k`, `below_base_threshold`: the settings of its knowledge
 * base; `beyond_top_k`, `below_threshold`: the assistant's.
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

/** Places count from 1 among all passages; null where it has none. */
export const SearchExplanation = z.object({
  fate: Fate,
  words: z.object({ rank: z.nullable(z.int()), matched: z.int(), asked: z.int() }),
  meaning: z.object({ rank: z.nullable(z.int()), cosine: z.nullable(z.number()), floor: z.number() }),
  /** So many of each of the two take part. */
  candidates: z.int(),
  fused: z.object({ rank: z.nullable(z.int()), score: z.nullable(z.number()) }),
  settings: z.object({ top_k: z.int(), score_threshold: z.number() }),
  /** That of its knowledge base. */
  knowledge_base: SearchSettings,
  searched: z.int(),
})
export type SearchExplanation = z.infer<typeof SearchExplanation>
