import type { Group } from '../../src/services/contract/groups.ts'
import type { Role } from '../../src/services/contract/roles.ts'
import { type Client, createClient } from './knowledge.ts'
import { serve } from './serve.ts'
import type { Person } from './server.ts'

const ROLES = { ada: 'owner', cleo: 'viewer', max: 'admin', ben: 'editor' } as const satisfies Record<
  string,
  Role
>
type Name = keyof typeof ROLES
export type Team = Awaited<ReturnType<typeof foundTeam>>

/**
 * A server with one organization: Ada owns it and is in Finance, like Cleo; Max manages and Ben edits, but neither
 * reads.
 */
export async function foundTeam() {
  const server = await serve({ appFolder: '/nowhere' })
  const people = {} as Record<Name, Person>
  for (const name of Object.keys(ROLES) as Name[]) people[name] = await server.register()
  const organizationId = (await server.found(people.ada)).id
  for (const name of ['cleo', 'max', 'ben'] as const)
    await server.join(organizationId, people[name], ROLES[name])
  const as = (name: Name): Client => createClient(server.url, people[name])
  const at = (part: string) => `/api/v1/organizations/${organizationId}/${part}`
  const member_ids = [people.ada.user.id, people.cleo.user.id]
  const finance: Group = (await as('ada').call('POST', at('groups'), { name: 'Finance', member_ids })).body
  return { server, organizationId, people, as, at, finance }
}
