import type { Organization } from '../../../services/contract/organizations.ts'

/** After a read in the background that failed. */
export const READ_AGAIN_AFTER = 30_000
/** Between two reads, however many changes are told. */
export const READ_PAUSE = 1000

export interface OrganizationsContext {
  readonly list: readonly Organization[]
  readonly currentId: string | null
  /** Where a switch leads that is asked for, or in progress. */
  readonly pickedId: string | null
  /** Created or joined here, and not yet in a list that was read. */
  readonly createdId: string | null
  /** S8.4: for the log and for tests; the person is shown nothing. */
  readonly error: string | null
}

export type OrganizationsEvent =
  | { type: 'organization.picked'; id: string }
  /** What is not saved on the screen may be left, or not. */
  | { type: 'leaving.granted' }
  | { type: 'leaving.refused' }
  | { type: 'organization.created'; organization: Organization }
  /** Its name, description or logo are others now. */
  | { type: 'organization.updated'; organization: Organization }
  /** The person left it, or deleted it. */
  | { type: 'organization.left'; id: string }
  | { type: 'organizations.changed' }
  /** The page at `path`, opened in the organization `askedIn`, shows a record of another one. */
  | { type: 'record.found'; askedIn: string; organizationId: string; path: string }
  | { type: 'retry.requested' }
  /** Another organization than before is the current one; the machine tells itself. */
  | { type: 'current.changed' }
