import type { Integration, IntegrationGeneral } from '../../src/services/contract/integrations.ts'
import type { IntegrationRow } from './integrations.repository.ts'

export const presentIntegration = (row: IntegrationRow): Integration => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  description: row.description,
  status: row.status,
  knowledge_base_ids: row.knowledgeBaseIds,
  welcome_message: row.welcomeMessage,
  counts: { questions: row.questions, answered: row.answered },
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const presentGeneral = (row: IntegrationRow): IntegrationGeneral => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  description: row.description,
})
