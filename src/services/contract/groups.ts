import * as z from 'zod/mini'
import { Id, list, name, nonBlank, Uuid } from './common.ts'

export const GROUP_NAME_MAX = 80
export const GROUP_ADDRESS_MAX = 254
/** Number of an organization's groups: those of people, the provider and single sign-on together. */
export const GROUPS_MAX = 1_000
export const GROUP_MEMBERS_MAX = 2_000

/** The origin of a group’s members: people (`hand`), the `provider` by SCIM, or the single sign-on (`sign_in`). */
export const GroupManager = z.enum(['hand', 'provider', 'sign_in'])
export type GroupManager = z.infer<typeof GroupManager>

const named = z.array(z.object({ id: Id, name: z.string() }))

/** `knowledge_bases`, `assistants` and `documents` are the restricted ones that it gives its members access to. */
export const Group = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  managed_by: GroupManager,
  /** The claim value that makes someone a member of a group filled at sign-in. */
  claim_value: z.nullable(z.string()),
  /** The group's address in connected services. */
  service_address: z._default(z.nullable(z.string()), null),
  member_ids: z.array(Id),
  knowledge_bases: named,
  assistants: z._default(named, []),
  /** Only the number: the viewer may not be able to read them all. */
  documents: z._default(z.int(), 0),
})
export type Group = z.infer<typeof Group>

/** By name. */
export const GroupList = z.array(Group)

const groupName = name(GROUP_NAME_MAX)
const serviceAddress = nonBlank(GROUP_ADDRESS_MAX)
const memberIds = list(Uuid, GROUP_MEMBERS_MAX)

/** POST /api/v1/organizations/{id}/groups: with a `claim_value`, single sign-on fills it. */
export const NewGroup = z.object({
  name: groupName,
  claim_value: z._default(z.nullable(nonBlank(200)), null),
  service_address: z._default(z.nullable(serviceAddress), null),
  member_ids: z._default(memberIds, []),
})
export type NewGroup = z.input<typeof NewGroup>

/**
 * PATCH /api/v1/groups/{id}: `member_ids` are all of its members. For a group that the provider fills, only
 * `service_address` can change.
 */
export const GroupPatch = z.partial(
  z.object({ name: groupName, service_address: z.nullable(serviceAddress), member_ids: memberIds }),
)
export type GroupPatch = z.infer<typeof GroupPatch>
