import * as z from 'zod/mini'
import { Id, name, Timestamp, text } from './common.ts'

/** `degraded`: some documents are ready and some failed. */
export const KnowledgeBaseStatus = z.enum(['empty', 'indexing', 'ready', 'degraded', 'error'])
export type KnowledgeBaseStatus = z.infer<typeof KnowledgeBaseStatus>

export const KnowledgeBase = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  status: KnowledgeBaseStatus,
  counts: z.object({
    documents: z.int(),
    ready: z.int(),
    failed: z.int(),
    passages: z.int(),
    bytes: z.int(),
    words: z.int(),
  }),
  integration_ids: z.array(Id),
  last_indexed_at: z.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type KnowledgeBase = z.infer<typeof KnowledgeBase>

export const KnowledgeBaseList = z.array(KnowledgeBase)

const knowledgeBaseName = name(80)

/** POST /api/v1/organizations/{id}/knowledge-bases; the name is unique in its organization. */
export const NewKnowledgeBase = z.object({
  name: knowledgeBaseName,
  description: z._default(text(500), ''),
})
export type NewKnowledgeBase = z.input<typeof NewKnowledgeBase>

/** PATCH /api/v1/knowledge-bases/{id} */
export const KnowledgeBasePatch = z.partial(z.object({ name: knowledgeBaseName, description: text(500) }))
export type KnowledgeBasePatch = z.infer<typeof KnowledgeBasePatch>
