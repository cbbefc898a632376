import * as z from 'zod/mini'
import { Id, name, Timestamp } from './common.ts'
import { Role } from './roles.ts'

export const TOKEN_NAME_MAX = 60

/** The token with which a provider manages people and groups, only by SCIM. */
export const ProvisioningToken = z.object({
  id: Id,
  name: z.string(),
  prefix: z.string(),
  expires_at: z.nullable(Timestamp),
  last_used_at: z.nullable(Timestamp),
  created_at: Timestamp,
})
export type ProvisioningToken = z.infer<typeof ProvisioningToken>

/** A group that the provider has sent, and the role that a mapping gives its members. */
const ProvisionedGroup = z.object({
  id: Id,
  name: z.string(),
  members: z.int(),
  role: z.nullable(Role),
})

/** GET /api/v1/organizations/{id}/provisioning; `base_url` is entered at the provider. */
export const Provisioning = z.object({
  base_url: z.string(),
  tokens: z.array(ProvisioningToken),
  groups: z.array(ProvisionedGroup),
})
export type Provisioning = z.infer<typeof Provisioning>

/** A null `expires_in_days` never expires. */
export const NewProvisioningToken = z.object({
  name: name(TOKEN_NAME_MAX),
  expires_in_days: z.nullable(z.int().check(z.minimum(1), z.maximum(3650))),
})
export type NewProvisioningToken = z.infer<typeof NewProvisioningToken>

/** `secret` is shown only once. */
export const CreatedProvisioningToken = z.extend(ProvisioningToken, { secret: z.string() })
export type CreatedProvisioningToken = z.infer<typeof CreatedProvisioningToken>
