import type { GroupRoles } from './group-roles.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'
import type { Tokens } from './tokens.ts'

type Parts = {
  tokens: Tokens
  groupRoles: Pick<GroupRoles, 'settingsOf'>
  repository: Pick<ProvisioningRepository, 'groups'>
}

export type Provisioning = ReturnType<typeof createProvisioning>

/** An organization's view of its provider: tokens, and groups with their role mappings. */
export const createProvisioning = ({ tokens, groupRoles, repository }: Parts) => ({
  createToken: tokens.create,
  removeToken: tokens.remove,

  async read(organizationId: string) {
    const [rows, groups, { roleMappings }] = await Promise.all([
      tokens.of(organizationId),
      repository.groups(organizationId),
      groupRoles.settingsOf(organizationId),
    ])
    return { tokens: rows, groups, roleMappings }
  },
})
