import type { Db, Tx } from '../../kernel/db/open.ts'
import { type ClaimedRole, mappedRole } from '../single-sign-on/claims.ts'
import type { RoleSettings } from '../single-sign-on/provider-roles.ts'
import type { SettingsRepository } from '../single-sign-on/settings.repository.ts'
import type { ProvisioningRepository } from './provisioning.repository.ts'

const WITHOUT_PROVIDER: RoleSettings = { defaultRole: 'viewer', roleMappings: [] }

export type GroupRoles = ReturnType<typeof createGroupRoles>

/** Groups give roles by name, through the mappings of single sign-on. */
export const createGroupRoles = (
  db: Db,
  {
    settings,
    repository,
  }: {
    settings: Pick<SettingsRepository, 'provider'>
    repository: Pick<ProvisioningRepository, 'groupNamesOf'>
  },
) => {
  const settingsOf = async (organizationId: string): Promise<RoleSettings> =>
    (await settings.provider(organizationId)) ?? WITHOUT_PROVIDER

  return {
    settingsOf,

    /** The role that someone's groups give. */
    claimed: async (
      tx: Db | Tx,
      organizationId: string,
      userId: string,
      { roleMappings }: RoleSettings,
    ): Promise<ClaimedRole> =>
      mappedRole(roleMappings, await repository.groupNamesOf(tx, organizationId, userId)),

    async of(organizationId: string, userId: string | null) {
      const settings = await settingsOf(organizationId)
      const claimed = userId === null ? 'none' : await this.claimed(db, organizationId, userId, settings)
      return { claimed, settings }
    },
  }
}
