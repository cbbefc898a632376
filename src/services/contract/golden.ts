import * as z from 'zod/mini'
import { cut, Id, list, nonBlank, Timestamp, text, Uuid } from './common.ts'
import { RetrievalSettings } from './knowledge-bases.ts'
import { SEARCH_QUERY_MAX } from './search.ts'

export const GOLDEN_QUESTIONS_MAX = 200
export const GOLDEN_EXPECTED_MAX = 5
export const GOLDEN_QUOTE_MAX = 2000
/** Places that a run examines; beyond them, a passage counts as not found. */
export const GOLDEN_PLACES = 20

/**
 * The expected result: any passage of a document, or the one that contains `quote`. A quote is compared by its
 * text, so that it still matches after the document was read again and split differently.
 */
const Expectation = z.object({ document_id: Uuid, quote: z._default(text(GOLDEN_QUOTE_MAX), '') })

/** A passage as the quote that will be stored: trimmed like any text, so that both can be compared. */
export const goldenQuote = (passage: string) => cut(passage, GOLDEN_QUOTE_MAX).trim()

/** POST /api/v1/knowledge-bases/{id}/golden-questions; finding one of the expected items is sufficient. */
export const NewGoldenQuestion = z.object({
  question: nonBlank(SEARCH_QUERY_MAX),
  expected: list(Expectation, GOLDEN_EXPECTED_MAX, 1),
})
export type NewGoldenQuestion = z.input<typeof NewGoldenQuestion>

/** PATCH /api/v1/golden-questions/{id} */
export const GoldenQuestionPatch = z.partial(NewGoldenQuestion)
export type GoldenQuestionPatch = z.input<typeof GoldenQuestionPatch>

/** With the rank, from 1, of the expected item in the last run on the index in use; null if it was not found. */
export const GoldenQuestion = z.object({
  id: Id,
  knowledge_base_id: Id,
  question: z.string(),
  expected: z.array(
    z.object({
      document_id: Id,
      document_name: z.string(),
      quote: z.string(),
      /** The document was deleted. */
      is_gone: z.boolean(),
    }),
  ),
  /** Null before the first run, and after the question was changed. */
  last: z.nullable(z.object({ place: z.nullable(z.int()), at: Timestamp })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

/** Oldest first. */
export const GoldenQuestionList = z.array(GoldenQuestion)

/** `reindex`: to compare the index in use with its possible replacement; each has a run. */
export const GoldenRunOrigin = z.enum(['manual', 'reindex'])
export type GoldenRunOrigin = z.infer<typeof GoldenRunOrigin>

/**
 * One search for each golden question of a knowledge base. `recall` is the share of them whose passage was among the
 * first results, `mrr` the mean of 1 / rank; both are null until it is done.
 */
export const GoldenRun = z.object({
  id: Id,
  knowledge_base_id: Id,
  origin: GoldenRunOrigin,
  status: z.enum(['running', 'done', 'failed']),
  done: z.int(),
  total: z.int(),
  recall: z.nullable(z.object({ at_1: z.number(), at_5: z.number(), at_10: z.number() })),
  mrr: z.nullable(z.number()),
  /** The settings it was measured with. */
  settings: RetrievalSettings,
  /** The number of the searched index; null for runs before indexes were numbered. */
  index: z.nullable(z.int()),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type GoldenRun = z.infer<typeof GoldenRun>

/** Newest first. */
export const GoldenRunList = z.array(GoldenRun)
