import { Schemas, Types } from 'scimmy'
import * as z from 'zod/mini'
import { Email } from '../../../src/services/contract/accounts.ts'
import { exact, list, name, Uuid } from '../../../src/services/contract/common.ts'
import { GROUP_MEMBERS_MAX } from '../../../src/services/contract/groups.ts'
import { providedName } from '../single-sign-on/claims.ts'
import type { PersonRow } from './provisioning.types.ts'
import { refusing, scimError } from './scim-error.ts'
import { GROUP_ATTRIBUTES, isKept, USER_ATTRIBUTES, withoutUrn } from './scim-schemas.ts'

const EXTERNAL_ID_MAX = 200
const GROUP_NAME_MAX = 200

const ExternalId = z._default(z.nullable(exact(EXTERNAL_ID_MAX)), null)
const NamePart = z._default(z.pipe(z.string(), z.transform(providedName)), '')
const Name = z.object({ givenName: NamePart, familyName: NamePart })

const ScimUser = z.object({
  userName: Email,
  externalId: ExternalId,
  name: z._default(Name, { givenName: '', familyName: '' }),
  active: z.optional(z.boolean()),
})
/** A person as the provider sends them. */
export type WantedUser = z.infer<typeof ScimUser>

const ScimGroup = z.object({
  displayName: name(GROUP_NAME_MAX),
  externalId: ExternalId,
  members: z._default(list(z.object({ value: Uuid }), GROUP_MEMBERS_MAX), []),
})
/** A group as the provider sends it; members are ids. */
export type WantedGroup = Omit<z.infer<typeof ScimGroup>, 'members'> & { members: readonly string[] }

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Entra ID sends booleans as text. */
export const plainValue = (path: string, value: unknown): unknown =>
  path.toLowerCase() === 'active' && typeof value === 'string' && /^(?:true|false)$/i.test(value)
    ? value.toLowerCase() === 'true'
    : value

/** @throws SCIMError 400 */
export const objectIn = (body: unknown): Record<string, unknown> => {
  if (!isObject(body)) throw scimError(400, 'The body must be a JSON object.', 'invalidSyntax')
  return body
}

const keptIn = (body: unknown, attributes: readonly string[]) =>
  Object.fromEntries(
    Object.entries(objectIn(body))
      .map(([key, value]) => [withoutUrn(key), value] as const)
      .filter(([key]) => isKept(attributes, key))
      .map(([key, value]) => [key, plainValue(key, value)]),
  )

function validated<Type extends z.ZodMiniType>(type: Type, resource: object): z.infer<Type> {
  const { data, error } = z.safeParse(type, JSON.parse(JSON.stringify(resource)))
  if (!error) return data
  const [issue] = error.issues
  throw scimError(400, `${issue?.path.join('.')}: ${issue?.message}`, 'invalidValue')
}

/** @throws SCIMError 400 */
export const wantedUser = (resource: object): WantedUser => validated(ScimUser, resource)

/** @throws SCIMError 400 */
export const wantedGroup = (resource: object): WantedGroup => {
  const { members, ...group } = validated(ScimGroup, resource)
  return { ...group, members: [...new Set(members.map(({ value }) => value))] }
}

const userOf = (attributes: ReturnType<typeof keptIn>): WantedUser =>
  wantedUser(refusing('invalidValue', () => new Schemas.User(attributes, 'in')))

/** @throws SCIMError 400 */
export const userIn = (body: unknown): WantedUser => userOf(keptIn(body, USER_ATTRIBUTES))

/**
 * A person after these changes. If they end the membership, a profile that cannot be read does not keep it: the
 * profile stays as it is.
 * @throws SCIMError 400
 */
export async function changedUser(
  row: PersonRow,
  changes: readonly (readonly [path: string, value: unknown])[],
  wanted: () => WantedUser | Promise<WantedUser>,
): Promise<WantedUser> {
  try {
    return await wanted()
  } catch (error) {
    const [, active] = changes.findLast(([path]) => path.toLowerCase() === 'active') ?? []
    if (active !== false || !(error instanceof Types.Error)) throw error
    const name = { givenName: row.firstName, familyName: row.lastName }
    return { userName: row.email.toLowerCase(), externalId: row.externalId, name, active }
  }
}

/** A person who is replaced. @throws SCIMError 400 */
export const replacedUser = async (row: PersonRow, body: unknown): Promise<WantedUser> => {
  const attributes = keptIn(body, USER_ATTRIBUTES)
  return changedUser(row, Object.entries(attributes), () => userOf(attributes))
}

/** @throws SCIMError 400 */
export const groupIn = (body: unknown): WantedGroup =>
  wantedGroup(refusing('invalidValue', () => new Schemas.Group(keptIn(body, GROUP_ATTRIBUTES), 'in')))
