import { Acknowledged } from '../common.ts'
import { Group, GroupList, GroupPatch, NewGroup } from '../groups.ts'
import { EXAMPLE_IDS } from './examples.ts'
import { operation } from './operation.ts'

const NAME = 'Another group has that name, or the group is filled by the provider or the log-in.'

/** Groups of the people of an organization. */
export const groups = {
  list: operation('GET /api/v1/organizations/:organizationId/groups', GroupList, {
    summary: 'List the groups',
    description: 'Those that the provider fills by SCIM included.',
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
    summary: 'Rename a group, or change its members',
    description:
      'Its members read at once what the group may read, and no longer what it alone let them read.',
    may: 'manage',
    body: GroupPatch,
    example: { body: { name: 'Finance and controlling' } },
    refuses: { 409: NAME },
  }),
  remove: operation('DELETE /api/v1/organizations/:organizationId/groups/:id', Acknowledged, {
    summary: 'Delete a group',
    description: 'A knowledge base that only it could read is read by nobody then.',
    may: 'manage',
    refuses: { 409: 'The group is filled by the provider.' },
  }),
}
