import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { LeavingAnswer } from '../../src/machines/navigation/navigation.types.ts'
import { organizationsMachine } from '../../src/machines/organizations/organizations.machine.ts'
import type { OrganizationsEvent } from '../../src/machines/organizations/organizations.types.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import { createOrganizationDoors } from '../../src/services/organization-doors.ts'
import { fakeEffects } from '../harness/model/fakes.ts'
import { organization } from '../machines/samples.ts'

const [A, B] = [organization('a'), organization('b')]
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** An answer that comes when the test gives it. */
function awaited<Answer>() {
  let answer: (value: Answer) => void = () => {}
  const promise = new Promise<Answer>((resolve) => {
    answer = resolve
  })
  return { promise, resolve: (value: Answer) => answer(value) }
}

/** Doors to organizations that are read, and opened, when the test says so. */
function started(answer: LeavingAnswer['type'] = 'leaving.granted') {
  const list = awaited<readonly Organization[]>()
  const opened = awaited<Organization>()
  const organizations = createActor(
    organizationsMachine.provide({
      actions: fakeEffects(organizationsMachine, []),
      actors: {
        loadOrganizations: fromPromise(() => list.promise),
        askToLeave: fromCallback<OrganizationsEvent>(({ sendBack }) => sendBack({ type: answer })),
        openOrganization: fromPromise(() => opened.promise),
      },
    }),
    { input: { rememberedId: 'a' } },
  ).start()
  const gone: string[] = []
  const doors = createOrganizationDoors({
    organizations: () => organizations,
    goTo: (path) => gone.push(path),
    askToLeave: (hear) => {
      hear({ type: answer })
      return () => {}
    },
  })
  return { organizations, doors, gone, list, opened }
}

it('who joins while the list is read goes in when it is there', async () => {
  const { organizations, doors, gone, list } = started()
  void doors.join(B)
  await settled()
  expect(gone).toEqual([])
  list.resolve([A])
  await settled()
  expect(organizations.getSnapshot().context.currentId).toBe('b')
  expect(gone).toEqual(['/'])
})

it('a page of another organization is gone to once that is the current one', async () => {
  const { organizations, doors, gone, list, opened } = started()
  list.resolve([A, B])
  await settled()
  doors.openIn('b', '/integrations/1')
  await settled()
  expect(gone).toEqual([])
  opened.resolve(B)
  await settled()
  expect(organizations.getSnapshot().context.currentId).toBe('b')
  expect(gone).toEqual(['/integrations/1'])
})

it('who stays with what is not saved goes nowhere', async () => {
  const { organizations, doors, gone, list } = started('leaving.refused')
  list.resolve([A, B])
  await settled()
  doors.openIn('b', '/integrations/1')
  await settled()
  doors.enter(organization('c'))
  await settled()
  expect(organizations.getSnapshot().context).toMatchObject({ currentId: 'a', pickedId: null })
  expect(gone).toEqual([])
})

it('a page of no organization, or of the current one, is gone to at once', async () => {
  const { doors, gone, list } = started()
  doors.openIn(null, '/settings')
  list.resolve([A])
  await settled()
  doors.openIn('a', '/integrations/2')
  await settled()
  expect(gone).toEqual(['/settings', '/integrations/2'])
})

it('who signs out meanwhile goes nowhere', async () => {
  const { organizations, doors, gone } = started()
  void doors.join(B)
  organizations.stop()
  await settled()
  expect(gone).toEqual([])
})
