import type { memberships, organizations } from '../kernel/db/schema/index.ts'

export type OrganizationForMember = typeof organizations.$inferSelect & {
  role: (typeof memberships.$inferSelect)['role']
  memberCount: number
}

/** Role of an organization's key, within its scopes. */
export const KEY_ROLE = 'admin'
