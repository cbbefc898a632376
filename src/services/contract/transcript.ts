import * as z from 'zod/mini'
import { ConversationDetail } from './conversations.ts'
import { HandoverEntry, HandoverStatus } from './handover.ts'

/** GET /api/v1/conversations/{id} */
export const Transcript = z.extend(ConversationDetail, {
  /** What became of it where a person was asked for, with what whoever asked sees of that; null: nobody was. */
  handover: z._default(
    z.nullable(
      z.object({
        /** Null: it went elsewhere than to the inbox, and nothing more is known of it. */
        status: z.nullable(HandoverStatus),
        asked_by: z.string(),
        entries: z.array(HandoverEntry),
      }),
    ),
    null,
  ),
})
export type Transcript = z.infer<typeof Transcript>
