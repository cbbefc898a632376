import * as z from 'zod/mini'
import { AnswerMode } from './conversations.ts'

/** GET /api/v1/system: facts about this installation, and the caller's rights on it. */
export const System = z.object({
  version: z.string(),
  database: z.enum(['embedded', 'postgresql']),
  /** `model` is used if an assistant names none; `offered` are the alternatives that it can name, by `id`. */
  answers: z.object({
    mode: AnswerMode,
    model: z.nullable(z.string()),
    offered: z.array(z.object({ id: z.string(), model: z.string(), provider: z.nullable(z.string()) })),
  }),
  /** Named in ADMINISTRATORS: can read the feedback about it. */
  is_administrator: z.boolean(),
  /** Whether conversations can be handed over to people. */
  inbox: z._default(z.boolean(), false),
  /** `kept`: no mail server is set, and mails are kept on the outbox page whose address the server prints. */
  mails: z.enum(['sent', 'kept']),
  embeddings: z.object({ model: z.string(), dimensions: z.int() }),
})
export type System = z.infer<typeof System>
