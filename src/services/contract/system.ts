import * as z from 'zod/mini'
import { AnswerMode } from './conversations.ts'

/** GET /api/v1/system: what this installation is, and what the caller may do with it as a whole. */
export const System = z.object({
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  /** `model` writes where an assistant names none; `offered` are those that it may name instead, by `id`. */
  answers: z.object({
    mode: AnswerMode,
    model: z.nullable(z.string()),
    offered: z.array(z.object({ id: z.string(), model: z.string(), provider: z.nullable(z.string()) })),
  }),
  /** Named in ADMINISTRATORS: reads what people think of it. */
  is_administrator: z.boolean(),
  /** Whether conversations can be handed over to people. */
  inbox: z._default(z.boolean(), false),
  /** `kept`: no mail server is set, and mails lie on the outbox page whose address the server prints. */
  mails: z.enum(['sent', 'kept']),
  embeddings: z.object({ model: z.string(), dimensions: z.int() }),
})
export type System = z.infer<typeof System>
