import { Messages, Schemas } from 'scimmy'
import type { GroupRow, PersonRow } from './provisioning.types.ts'
import { groupResource, userResource } from './scim.presenter.ts'
import { refuseAs, refusing, scimError } from './scim-error.ts'
import { requireSimpleFilter } from './scim-filter.ts'
import { changedUser, isObject, objectIn, plainValue, wantedGroup, wantedUser } from './scim-input.ts'
import { GROUP_ATTRIBUTES, isKept, USER_ATTRIBUTES, withoutUrn } from './scim-schemas.ts'

type Operation = Messages.PatchOp.PatchOpOperation
type Patch = { schemas: Messages.PatchOp['schemas']; operations: Operation[] }

/** Operations on stored attributes, each with a path. @throws SCIMError 400 */
function patchIn(body: unknown, attributes: readonly string[]): Patch {
  const { schemas, Operations } = refusing(
    'invalidSyntax',
    () => new Messages.PatchOp(objectIn(body) as never),
  )
  const operations = Operations.flatMap(({ op, path, value }) => {
    if (path === undefined && !isObject(value))
      throw scimError(400, 'An operation without a path needs an object.', 'invalidValue')
    const parts = path === undefined ? Object.entries(value) : [[path, value] as const]
    return parts.map(([at, part]) => ({ op, path: withoutUrn(at), value: part }))
  })
    .filter(({ path }) => isKept(attributes, path))
    .map(({ op, path, value }) => ({ op, path, value: plainValue(path, value) }))
  for (const { path } of operations) requireSimpleFilter(path)
  return { schemas, operations }
}

/** @throws SCIMError 400 */
async function patched<
  Resource extends InstanceType<typeof Schemas.User> | InstanceType<typeof Schemas.Group>,
>(resource: Resource, { schemas, operations }: Patch): Promise<Resource> {
  if (operations.length === 0) return resource
  const patch = refusing('invalidValue', () => new Messages.PatchOp({ schemas, Operations: operations }))
  // Resolves to undefined if nothing changes.
  const changed: Resource | undefined = await patch.apply(resource).catch(refuseAs('invalidValue'))
  return changed ?? resource
}

/** A person after a patch. @throws SCIMError 400 */
export const patchedUser = async (row: PersonRow, body: unknown) => {
  const patch = patchIn(body, USER_ATTRIBUTES)
  const changes = patch.operations.map(({ path = '', value }) => [path, value] as const)
  return changedUser(row, changes, async () =>
    wantedUser(await patched(new Schemas.User(userResource(row), 'out'), patch)),
  )
}

const MEMBER_PATH = /^members\[value eq "([^"]*)"\]$/i

const idsIn = (value: unknown): string[] =>
  [value].flat().map((member) => {
    const id = isObject(member) ? member.value : undefined
    if (typeof id !== 'string') throw scimError(400, 'A member is given by the id of a user.', 'invalidValue')
    return id
  })

/** The library compares every member with every other; a set of ids does not. */
function patchMembers(members: Set<string>, { op, path = '', value }: Operation) {
  const [, one] = MEMBER_PATH.exec(path) ?? []
  const isRemoval = op.toLowerCase() === 'remove'
  if (one !== undefined && isRemoval) return members.delete(one)
  if (path.toLowerCase() !== 'members')
    throw scimError(400, 'Members are changed as a whole, or removed by their value.', 'invalidPath')
  const ids = value === undefined ? [...members] : idsIn(value)
  if (op.toLowerCase() === 'replace') members.clear()
  for (const id of ids) isRemoval ? members.delete(id) : members.add(id)
}

/** A group after a patch. @throws SCIMError 400 */
export async function patchedGroup(row: GroupRow, body: unknown) {
  const { schemas, operations } = patchIn(body, GROUP_ATTRIBUTES)
  const isOfMembers = ({ path }: Operation) => isKept(['members'], path ?? '')
  const { members, ...group } = groupResource(row)
  const ids = new Set(members.map(({ value }) => value))
  for (const operation of operations.filter(isOfMembers)) patchMembers(ids, operation)
  const others = operations.filter((operation) => !isOfMembers(operation))
  const changed = await patched(new Schemas.Group(group, 'out'), { schemas, operations: others })
  return wantedGroup({ ...changed, members: [...ids].map((value) => ({ value })) })
}
