import { expect, it } from 'vitest'
import { createActor, fromTransition } from 'xstate'
import type { ActorName } from '../../src/machines/system.ts'
import { showInItsOrganization } from '../../src/services/organizations/its-organization.ts'
import { listener, standIn } from '../harness/system.ts'

const PATH = '/knowledge-bases/k1?part=passages'

/** Which pages are asked for when a record has been read. */
function read({ askedIn = 'o1', pickedId = null as string | null, data = {} }) {
  const scope = listener()
  const requested: unknown[] = []
  standIn(scope, 'organizationEntry', (event) => requested.push(event))
  const known = (systemId: ActorName, context: object) =>
    createActor(
      fromTransition(() => context, context),
      { parent: scope, systemId },
    ).start()
  known('organizations', { list: [{ id: 'o1' }, { id: 'o2' }], currentId: 'o1', pickedId })
  known('navigation', { current: { path: PATH } })
  showInItsOrganization(scope, askedIn, data)
  return requested
}

it('[S1.1] a record of another organization is shown in that one', () => {
  expect(read({ data: { organization_id: 'o2' } })).toEqual([
    { type: 'page.requested', organizationId: 'o2', path: PATH },
  ])
})

it.each([
  { name: 'of the current organization', data: { organization_id: 'o1' } },
  { name: 'of one that the person does not belong to', data: { organization_id: 'o3' } },
  { name: 'without an organization', data: { id: 'k1' } },
  { name: 'that is empty', data: null },
  {
    name: 'that was asked for before a switch',
    askedIn: 'o2',
    data: { organization_id: 'o2' },
  },
  { name: 'while another organization is opened', pickedId: 'o2', data: { organization_id: 'o2' } },
])('[S1.1] a record $name stays where it is', ({ name: _, ...given }) => {
  expect(read(given as Parameters<typeof read>[0])).toEqual([])
})
