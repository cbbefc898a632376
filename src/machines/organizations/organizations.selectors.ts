import type { OrganizationsSnapshot } from './organizations.machine.ts'

export const selectOrganizations = ({ context }: OrganizationsSnapshot) => context.list

export const selectCurrentOrganization = ({ context }: OrganizationsSnapshot) =>
  context.list.find(({ id }) => id === context.currentId) ?? null

/** Who may change things here; the server decides again on every request. */
export const canEdit = (snapshot: OrganizationsSnapshot) => {
  const role = selectCurrentOrganization(snapshot)?.role
  return role !== undefined && role !== 'viewer'
}

/** Who may name the organization and give it a logo. */
export const canManage = (snapshot: OrganizationsSnapshot) => {
  const role = selectCurrentOrganization(snapshot)?.role
  return role === 'owner' || role === 'admin'
}
