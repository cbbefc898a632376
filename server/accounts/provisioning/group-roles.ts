import type { Tx } from '../../kernel/db/open.ts'
import { mappedRole } from '../single-sign-on/claims.ts'
import type { ReportedRole, RoleSettings } from '../single-sign-on/provider-roles.ts'
import type { SettingsRepository } from '../single-sign-on/settings.repository.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'

const WITHOUT_PROVIDER: RoleSettings = { defaultRole: 'viewer', roleMappings: [] }

export type GroupRoles = ReturnType<typeof createGroupRoles>

/** Groups give roles by name, through the mappings of single sign-on. */
export const createGroupRoles = ({
  settings: providers,
  repository,
}: {
  settings: Pick<SettingsRepository, 'provider'>
  repository: Pick<ProvisioningRepository, 'groupNamesOf'>
}) => ({
  settingsOf: async (organizationId: string, tx?: Tx): Promise<RoleSettings> =>
    (await providers.provider(organizationId, tx)) ?? WITHOUT_PROVIDER,

  /** The role that someone's groups give: final while the organization's members are locked. */
  async of(tx: Tx, organizationId: string, userId: string, settings: RoleSettings): Promise<ReportedRole> {
    const names = await repository.groupNamesOf(tx, organizationId, userId)
    return { claimed: mappedRole(settings.roleMappings, names), settings }
  },
})
