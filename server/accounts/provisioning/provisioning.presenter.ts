import type { Provisioning, ProvisioningToken } from '../../../src/services/contract/provisioning.ts'
import type { RoleMapping } from '../../../src/services/contract/single-sign-on.ts'
import { mappedRole } from '../single-sign-on/claims.ts'
import type { GroupRow } from './provisioning.types.ts'
import type { TokenRow } from './tokens.ts'

export const presentToken = (row: TokenRow): ProvisioningToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  expires_at: row.expiresAt?.toISOString() ?? null,
  last_used_at: row.lastUsedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})

export const presentGroupRole = (
  { id, name, members }: GroupRow,
  roleMappings: readonly RoleMapping[],
): Provisioning['groups'][number] => {
  const role = mappedRole(roleMappings, [name])
  return { id, name, members: members.length, role: role === 'none' || role === 'absent' ? null : role }
}
