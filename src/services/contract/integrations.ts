import * as z from 'zod/mini'
import { Id, nonBlank, Timestamp, text } from './common.ts'

export const IntegrationStatus = z.enum(['draft', 'published', 'paused'])
export type IntegrationStatus = z.infer<typeof IntegrationStatus>

export const Integration = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
  status: IntegrationStatus,
  knowledge_base_ids: z.array(Id),
  welcome_message: z.string(),
  counts: z.object({ questions: z.int(), answered: z.int() }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type Integration = z.infer<typeof Integration>

export const IntegrationList = z.array(Integration)

/** GET /api/v1/integrations/{id}/general (S7.general, S2.30). */
export const IntegrationGeneral = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  description: z.string(),
})
export type IntegrationGeneral = z.infer<typeof IntegrationGeneral>

/** POST /api/v1/organizations/{id}/integrations */
export const NewIntegration = z.object({
  name: nonBlank(80),
  description: z._default(text(160), ''),
  knowledge_base_ids: z._default(z.array(Id).check(z.maxLength(50)), []),
})
export type NewIntegration = z.input<typeof NewIntegration>

/** PATCH /api/v1/integrations/{id} */
export const IntegrationPatch = z.partial(
  z.object({
    name: nonBlank(80),
    description: text(160),
    knowledge_base_ids: z.array(Id).check(z.maxLength(50)),
    welcome_message: text(500),
  }),
)
export type IntegrationPatch = z.infer<typeof IntegrationPatch>
