import type { Group } from '../../../src/services/contract/groups.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { createMembersRepository } from '../members/members.repository.ts'
import { createGroupsRepository, type GroupRow } from './groups.repository.ts'
import { createGroups } from './groups.service.ts'

const presentGroup = (row: GroupRow): Group => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  managed_by: row.managedBy,
  claim_value: row.managedBy === 'sign_in' ? row.externalId : null,
  service_address: row.serviceAddress,
  member_ids: row.members.map(({ id }) => id),
  knowledge_bases: row.bases.map(({ id, name }) => ({ id, name })),
  assistants: row.assistants.map(({ id, name }) => ({ id, name })),
  documents: row.documents.length,
})

/** Groups of people, created by an organization's managers. */
export const createGroupsModule = ({ db, hub }: Context): Module => {
  const groups = createGroups({
    db,
    groups: createGroupsRepository(db),
    members: createMembersRepository(db),
    hub,
  })
  return {
    async plugin(app) {
      serve(app, api.groups.list, async ({ params }) =>
        (await groups.of(params.organizationId)).map(presentGroup),
      )
      serve(app, api.groups.create, async ({ params, body }) =>
        presentGroup(await groups.create(params.organizationId, body)),
      )
      serve(app, api.groups.change, async ({ params, body }) =>
        presentGroup(await groups.change(params.organizationId, params.id, body)),
      )
      serve(app, api.groups.remove, async ({ params }) => {
        await groups.remove(params.organizationId, params.id)
        return { message: 'The group was deleted.' }
      })
    },
  }
}
