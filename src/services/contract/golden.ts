import * as z from 'zod/mini'
import { Id, list, nonBlank, Timestamp, text, Uuid } from './common.ts'
import { RetrievalSettings } from './knowledge-bases.ts'
import { SEARCH_QUERY_MAX } from './search.ts'

export const GOLDEN_QUESTIONS_MAX = 200
export const GOLDEN_EXPECTED_MAX = 5
export const GOLDEN_QUOTE_MAX = 2000
/** Places that a run looks at; beyond, a passage was not found. */
export const GOLDEN_PLACES = 20

/**
 * What should be found: any passage of a document, or the one that says `quote`. A quote is compared by its letters,
 * so that it holds after the document was read again and cut in other places.
 */
const Expectation = z.object({ document_id: Uuid, quote: z._default(text(GOLDEN_QUOTE_MAX), '') })

/** POST /api/v1/knowledge-bases/{id}/golden-questions; one of what is expected is enough. */
export const NewGoldenQuestion = z.object({
  question: nonBlank(SEARCH_QUERY_MAX),
  expected: list(Expectation, GOLDEN_EXPECTED_MAX, 1),
})
export type NewGoldenQuestion = z.input<typeof NewGoldenQuestion>

/** PATCH /api/v1/golden-questions/{id} */
export const GoldenQuestionPatch = z.partial(NewGoldenQuestion)
export type GoldenQuestionPatch = z.input<typeof GoldenQuestionPatch>

/** With the place from 1 of what was expected in the last run; null where it was not found. */
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
  /** Null before the first run, and after a change of the question. */
  last: z.nullable(z.object({ place: z.nullable(z.int()), at: Timestamp })),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type GoldenQuestion = z.infer<typeof GoldenQuestion>

/** Oldest first. */
export const GoldenQuestionList = z.array(GoldenQuestion)

/** `reindex`: before the index that it tried was published. */
export const GoldenRunOrigin = z.enum(['manual', 'reindex'])
export type GoldenRunOrigin = z.infer<typeof GoldenRunOrigin>

/**
 * All golden questions of a knowledge base, searched for once. `recall` is the share of them whose passage came among
 * the first so many, `mrr` the mean of 1 / place; both are null until it is done.
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
  /** What it was measured with. */
  settings: RetrievalSettings,
  /** The number of the index that was searched; null for runs before indexes were counted. */
  index: z.nullable(z.int()),
  created_at: Timestamp,
  finished_at: z.nullable(Timestamp),
})
export type GoldenRun = z.infer<typeof GoldenRun>

/** Newest first. */
export const GoldenRunList = z.array(GoldenRun)
