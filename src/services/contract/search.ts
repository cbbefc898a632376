import * as z from 'zod/mini'
import { nonBlank, Span } from './common.ts'
import { Passage } from './documents.ts'

export const SEARCH_QUERY_MAX = 2000
export const SEARCH_LIMIT_MAX = 50

/** POST /api/v1/integrations/{id}/search; `limit` is 20 when left out. */
export const SearchRequest = z.object({
  query: nonBlank(SEARCH_QUERY_MAX),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(SEARCH_LIMIT_MAX)), 20),
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
