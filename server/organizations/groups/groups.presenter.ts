import type { Group } from '../../../src/services/contract/groups.ts'
import type { GroupRow } from './groups.repository.ts'

export const presentGroup = (row: GroupRow): Group => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  managed_by: row.managedBy,
  claim_value: row.managedBy === 'sign_in' ? row.externalId : null,
  service_address: row.serviceAddress,
  member_ids: row.members.map(({ id }) => id),
  knowledge_bases: row.bases.map(({ id, name }) => ({ id, name })),
  assistants: row.assistants.map(({ id, name }) => ({ id, name })),
  documents: row.documents.length,
})
