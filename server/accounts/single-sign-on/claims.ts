import { cut, UNSEEN } from '../../../src/services/contract/common.ts'
import { type Role, Role as Roles } from '../../../src/services/contract/roles.ts'
import type { RoleMapping } from '../../../src/services/contract/single-sign-on.ts'

export type Claims = Readonly<Record<string, unknown>> & { sub: string }

/** A claim by its name, or by a path of names such as `realm_access.roles`. */
function claimIn(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path]
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      claims,
    )
}

/** The role from a provider. `none`: no named role is mapped. `absent`: it reports none, or is not asked. */
export type ClaimedRole = Role | 'none' | 'absent'

/** The highest role mapped to one of the values. */
export function mappedRole(roleMappings: readonly RoleMapping[], values: readonly string[]): ClaimedRole {
  if (roleMappings.length === 0) return 'absent'
  const named = roleMappings.filter(({ value }) => values.includes(value)).map(({ role }) => role)
  return Roles.options.find((role) => named.includes(role)) ?? 'none'
}

/** Values of the claim for roles and groups; null if the provider reports none, or is not asked. */
export function valuesIn(claims: Claims, roleClaim: string): string[] | null {
  const value = roleClaim === '' ? undefined : claimIn(claims, roleClaim)
  return value === undefined || value === null ? null : [value].flat().map(String)
}

/**
 * Whether the provider has the claim and sends only where to ask for it (OpenID Connect Core 5.6.2), as Entra ID does for
 * people in more than 200 groups.
 */
export const isElsewhere = ({ _claim_names: names, hasgroups }: Claims, roleClaim: string) =>
  (typeof names === 'object' && names !== null && Object.hasOwn(names, roleClaim)) ||
  // Entra's short form, in ID tokens from its authorization endpoint.
  (roleClaim === 'groups' && hasgroups === true)

/** The highest role that the claim names. */
export function roleIn(
  claims: Claims,
  { roleClaim, roleMappings }: { roleClaim: string; roleMappings: readonly RoleMapping[] },
): ClaimedRole {
  const values = valuesIn(claims, roleClaim)
  return values === null ? 'absent' : mappedRole(roleMappings, values)
}

const textIn = (claims: Claims, name: string) => {
  const value = claims[name]
  return typeof value === 'string' ? value : ''
}

/** A person's name as their provider has it, without what a name cannot contain here. */
export const providedName = (name: string) =>
  cut(
    name
      .replace(/\s+/g, ' ')
      .replace(/\p{Surrogate}/gu, '')
      .split(UNSEEN)
      .join(''),
    60,
  ).trim()

/** A person's name at the provider; empty if it gives none. */
export const nameIn = (claims: Claims) => ({
  firstName: providedName(textIn(claims, 'given_name')),
  lastName: providedName(textIn(claims, 'family_name')),
})

/** Text with control characters is no address, and the database rejects null bytes. */
export const emailIn = (claims: Claims) => {
  const email = textIn(claims, 'email')
  return /\p{Cc}/u.test(email) ? '' : email.trim().toLowerCase()
}

/** Some providers send `"false"`. */
export const isEmailRefused = ({ email_verified: verified }: Claims) =>
  verified === false || verified === 'false'

export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)
