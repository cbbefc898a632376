import type { EmailDomain, IdentityProvider } from '../../../src/services/contract/single-sign-on.ts'
import type { DomainRow, ProviderRow } from './settings.repository.ts'
import { recordOf } from './verified-domains.ts'

export const presentProvider = (row: ProviderRow): IdentityProvider => ({
  issuer: row.issuer,
  client_id: row.clientId,
  default_role: row.defaultRole,
  role_claim: row.roleClaim,
  role_mappings: row.roleMappings,
  enforced: row.enforced,
})

export const presentDomain = (row: DomainRow): EmailDomain => {
  const { name, value } = recordOf(row)
  return {
    id: row.id,
    domain: row.domain,
    record_name: name,
    record_value: value,
    verified_at: row.verifiedAt?.toISOString() ?? null,
  }
}
