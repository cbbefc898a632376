import type { Role } from '../../../src/services/contract/roles.ts'
import { record } from '../../kernel/audit.ts'
import type { Tx } from '../../kernel/db/open.ts'
import type { MembersRepository } from '../../organizations/members/members.repository.ts'
import type { ClaimedRole } from './claims.ts'
import type { ProviderRow } from './settings.repository.ts'

/** How someone became a member or got a role: by signing in, or through provisioning. */
export type RoleSource = 'single_sign_on' | 'provisioning'
export type RoleSettings = Pick<ProviderRow, 'defaultRole' | 'roleMappings'>
/** The role that the provider reports of someone, and the settings that say what it means. */
export type ReportedRole = { claimed: ClaimedRole; settings: RoleSettings }
type Person = { id: string; email: string }

/** For the audit log: the person who signs in, else the caller, is the actor. */
export const auditedPerson = (
  { id, email }: Person,
  by: RoleSource,
  details: Readonly<Record<string, string>> = {},
) => ({
  target: { id, name: email },
  details: { ...details, reason: by },
  ...(by === 'single_sign_on' && { actorId: id }),
})

export type ProviderRoles = ReturnType<typeof createProviderRoles>

/** Gives members the role that the provider reports. */
export const createProviderRoles = (members: MembersRepository) => {
  /** Owners keep their role unless the mappings name owners; the last one always does. */
  const nextRole = async (
    tx: Tx,
    organizationId: string,
    is: Role,
    { claimed, settings: { defaultRole, roleMappings } }: ReportedRole,
  ) => {
    if (claimed === 'absent') return is
    const wanted = claimed === 'none' ? defaultRole : claimed
    if (is !== 'owner' || wanted === 'owner') return wanted
    const namesOwners = roleMappings.some(({ role }) => role === 'owner')
    return namesOwners && (await members.countOwners(tx, organizationId)) > 1 ? wanted : is
  }

  return {
    /** Whether a member's role has changed. */
    async follow(
      tx: Tx,
      organizationId: string,
      person: Person,
      reported: ReportedRole,
      by: RoleSource,
    ): Promise<boolean> {
      const is = await members.roleOf(tx, organizationId, person.id)
      const wanted = is && (await nextRole(tx, organizationId, is, reported))
      if (!wanted || wanted === is) return false
      await members.setRole(tx, organizationId, person.id, wanted)
      await record(tx, organizationId, {
        action: 'member.role_changed',
        ...auditedPerson(person, by, { from: is, role: wanted }),
      })
      return true
    },
  }
}
