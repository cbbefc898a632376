import { Acknowledged } from '../common.ts'
import { Group, GroupList, GroupPatch, NewGroup } from '../groups.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'

const NAME = 'Another group has that name, or the group is filled by the provider or the log-in.'

/** Groups of members of an organization. */
export const groups = {
  list: operation('GET /api/v1/organizations/:organizationId/groups', GroupList, {
    summary: 'List the groups',
    description: 'Including groups that the identity provider manages by SCIM.',
    may: 'manage',
  }),
  create: operation('POST /api/v1/organizations/:organizationId/groups', Group, {
    summary: 'Create a group',
    may: 'manage',
    status: 201,
    body: NewGroup,
    example: { body: { name: 'Finance', member_ids: [EXAMPLE_IDS.member] } },
    refuses: { 409: NAME },
  }),
  change: operation('PATCH /api/v1/organizations/:organizationId/groups/:id', Group, {
    summary: 'Update the name or members of a group',
    description:
      'Access changes immediately: new members can read what the group can read, and former members lose access that they had only through the group.',
    may: 'manage',
    body: GroupPatch,
    example: { body: { name: 'Finance and controlling' } },
    refuses: { 409: NAME },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/groups/:id', Acknowledged, {
    summary: 'Delete a group',
    description: 'Knowledge bases that only this group could read are then closed to everyone.',
    may: 'manage',
    refuses: { 409: 'The group is managed by the identity provider.' },
  }),
}
