import type { Organization } from '../../../services/contract/organizations.ts'

/** After a background read failed. */
export const READ_AGAIN_AFTER = 30_000
/** Between two reads, however many changes are reported. */
export const READ_PAUSE = 1000

export interface OrganizationsContext {
  readonly list: readonly Organization[]
  readonly currentId: string | null
  /** Named by the address, until the list is read. */
  readonly wantedId: string | null
  /** Target of a requested or running switch. */
  readonly pickedId: string | null
  /** Created or joined here, and not yet in a list that was read. */
  readonly createdId: string | null
  /** S8.4: for the log and for tests; the person is shown nothing. */
  readonly error: string | null
}

export type OrganizationsEvent =
  | { type: 'organization.picked'; id: string }
  /** Whether unsaved changes on the screen can be abandoned. */
  | { type: 'leaving.granted' }
  | { type: 'leaving.refused' }
  | { type: 'organization.created'; organization: Organization }
  /** Its name, description or logo changed. */
  | { type: 'organization.updated'; organization: Organization }
  /** The person left it, or deleted it. */
  | { type: 'organization.left'; id: string }
  | { type: 'organizations.changed' }
  /** The page at `path`, opened in the organization `askedIn`, shows a record of another one. */
  | { type: 'record.found'; askedIn: string; organizationId: string; path: string }
  | { type: 'retry.requested' }
  /** Another organization became the current one; sent by the machine itself. */
  | { type: 'current.changed' }
