import * as z from 'zod/mini'
import { AnswerMode } from './conversations.ts'

/** GET /api/v1/system: what this installation is, for everybody who is signed in. */
export const System = z.object({
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  answers: z.object({ mode: AnswerMode, model: z.nullable(z.string()) }),
  embeddings: z.object({ model: z.string(), dimensions: z.int() }),
})
export type System = z.infer<typeof System>
