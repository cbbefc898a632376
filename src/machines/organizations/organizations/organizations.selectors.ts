import type { Organization } from '../../../services/contract/organizations.ts'
import { may, type Right } from '../../../services/contract/roles.ts'
import type { OrganizationsSnapshot } from './organizations.machine.ts'

export const selectOrganizations = ({ context }: OrganizationsSnapshot) => context.list

export const selectCurrentOrganization = ({ context }: OrganizationsSnapshot) =>
  context.list.find(({ id }) => id === context.currentId) ?? null

/** The target of a switch in progress. */
export const selectAwaitedOrganization = (snapshot: OrganizationsSnapshot) =>
  snapshot.matches({ ready: { selection: { current: 'switching' } } })
    ? (snapshot.context.list.find(({ id }) => id === snapshot.context.pickedId) ?? null)
    : null

const mayHere = (right: Right) => (snapshot: OrganizationsSnapshot) => {
  const role = selectCurrentOrganization(snapshot)?.role
  return role !== undefined && may(role, right)
}

/** The person’s permissions in the current organization; the server decides again on every request. */
export const canEdit = mayHere('edit')
export const canReply = mayHere('reply')
export const canManage = mayHere('manage')
export const canOwn = mayHere('own')

/** Distinguishes organizations of the same name by their ids: the shortest unique suffix. */
export function namesakesOf(list: readonly Organization[]): ReadonlyMap<string, string> {
  const seen = new Map<string, number>()
  for (const { name } of list) seen.set(name, (seen.get(name) ?? 0) + 1)
  return new Map(list.filter(({ name }) => seen.get(name)! > 1).map(({ id, slug }) => [id, slug]))
}
