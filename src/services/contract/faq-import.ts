import * as z from 'zod/mini'

/** Pairs in one file. */
export const FAQ_IMPORT_MAX = 500
export const FAQ_IMPORT_BYTES_MAX = 5 * 1024 * 1024
export const FAQ_IMPORT_BOUNDS = { rows: 5_000, columns: 50 }

const YesOrNo = z.enum(['true', 'false'])

/**
 * POST /api/v1/knowledge-bases/{id}/faq/import, multipart, one CSV file in field `file`: questions and their answers.
 * With `preview` nothing is stored, and the response says what would be.
 */
export const FaqImportQuery = z.object({
  preview: z._default(YesOrNo, 'false'),
  /** Assistants read them; otherwise they are drafts. */
  approved: z._default(YesOrNo, 'false'),
})

/** Why a row is skipped; `known`: the question exists in the knowledge base or earlier in the file. */
export const FaqSkipReason = z.enum([
  'no_question',
  'no_answer',
  'question_too_long',
  'answer_too_long',
  'unusable',
  'known',
  'too_many',
])
export type FaqSkipReason = z.infer<typeof FaqSkipReason>

/** Rows count from 1, the header included, as a spreadsheet counts them. */
export const FaqImport = z.object({
  /** How many are stored, or would be. */
  added: z.int(),
  /** The first of them. */
  first: z.array(z.object({ question: z.string(), answer: z.string() })),
  skipped_total: z.int(),
  /** The first of them. */
  skipped: z.array(z.object({ row: z.int(), question: z.string(), reason: FaqSkipReason })),
})
export type FaqImport = z.infer<typeof FaqImport>
