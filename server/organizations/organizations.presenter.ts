import type { Organization } from '../../src/services/contract/organizations.ts'
import type { OrganizationForMember } from './organizations.repository.ts'

export const presentOrganization = (organization: OrganizationForMember): Organization => ({
  id: organization.id,
  name: organization.name,
  slug: organization.slug,
  description: organization.description,
  settings: organization.settings,
  logo_url: organization.logoUrl,
  role: organization.role,
  member_count: organization.memberCount,
  created_at: organization.createdAt.toISOString(),
  updated_at: organization.updatedAt.toISOString(),
})
