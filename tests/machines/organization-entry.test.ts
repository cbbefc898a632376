import { expect, it } from 'vitest'
import { createActor, fromPromise, setup } from 'xstate'
import { lookUp } from '../../src/machines/look-up.ts'
import { organizationEntryMachine } from '../../src/machines/organizations/organization-entry.machine.ts'
import type { OrganizationEntryEvent } from '../../src/machines/organizations/organization-entry.types.ts'
import { organizationsMachine } from '../../src/machines/organizations/organizations/organizations.machine.ts'
import type { LeavingAnswer } from '../../src/machines/shell/navigation/navigation.types.ts'
import { sendToActor } from '../../src/machines/system.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { standIn } from '../harness/system.ts'
import { organizationEntryModel } from './organizations.model.ts'
import { organization } from './samples.ts'

describeModel({
  name: 'organizationEntry',
  machine: organizationEntryMachine,
  model: organizationEntryModel,
  rig: (world) => ({
    oracles: {
      'organizationEntry.idle': () => expect(world.children.size).toBe(0),
      'organizationEntry.asking': () => expect([...world.children.keys()]).toEqual(['confirmLeaving']),
    },
  }),
})

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

const root = setup({
  actors: { organizations: organizationsMachine, organizationEntry: organizationEntryMachine },
}).createMachine({
  invoke: [
    {
      id: 'organizations',
      systemId: 'organizations',
      src: 'organizations',
      input: { rememberedId: 'a' },
    },
    { id: 'organizationEntry', systemId: 'organizationEntry', src: 'organizationEntry' },
  ],
})

/** The way into organizations that are read, and opened, when the test says so. */
function started(answer: LeavingAnswer['type'] = 'leaving.granted') {
  const list = awaited<readonly Organization[]>()
  const opened = awaited<Organization>()
  const gone: string[] = []
  /** What the server lists from the next read on. */
  const joined: Organization[] = []
  const workspace = createActor(
    root.provide({
      actors: {
        organizations: organizationsMachine.provide({
          actors: {
            loadOrganizations: fromPromise(() => list.promise.then((first) => [...first, ...joined])),
            openOrganization: fromPromise(() => opened.promise),
          },
          actions: Object.fromEntries(
            ['rememberCurrent', 'present', 'forgetOrganizationData'].map((name) => [name, () => {}]),
          ),
        }),
      },
    }),
  )
  standIn(workspace, 'navigation', (event) => {
    if (event.type === 'leaving.requested') event.asker.send({ type: answer })
    if (event.type === 'navigation.requested') gone.push(event.path)
  })
  workspace.start()
  return {
    workspace,
    context: () => lookUp(workspace, 'organizations')?.getSnapshot().context,
    entry: (event: OrganizationEntryEvent) => sendToActor(workspace, 'organizationEntry', event),
    gone,
    joined,
    list,
    opened,
  }
}

it('opens a joined organization after a pending read of the list', async () => {
  const { context, entry, gone, joined, list } = started()
  entry({ type: 'organization.entered', organization: B, path: '/' })
  await settled()
  expect(gone).toEqual([])
  list.resolve([A])
  joined.push(B)
  await settled()
  expect(context()?.currentId).toBe('b')
  expect(gone).toEqual(['/'])
})

it('opens a page of another organization once that is the current one', async () => {
  const { context, entry, gone, list, opened } = started()
  list.resolve([A, B])
  await settled()
  entry({ type: 'page.requested', organizationId: 'b', path: '/integrations/1' })
  await settled()
  expect(gone).toEqual([])
  opened.resolve(B)
  await settled()
  expect(context()?.currentId).toBe('b')
  expect(gone).toEqual(['/integrations/1'])
})

it('stays where it is when unsaved changes are kept', async () => {
  const { context, entry, gone, list } = started('leaving.refused')
  list.resolve([A, B])
  await settled()
  entry({ type: 'page.requested', organizationId: 'b', path: '/integrations/1' })
  await settled()
  entry({ type: 'organization.entered', organization: organization('c'), path: '/' })
  await settled()
  expect(context()).toMatchObject({ currentId: 'a', pickedId: null })
  expect(gone).toEqual([])
})

it('opens a page of no organization, or of the current one, at once', async () => {
  const { entry, gone, list } = started()
  entry({ type: 'page.requested', organizationId: null, path: '/settings' })
  list.resolve([A])
  await settled()
  entry({ type: 'page.requested', organizationId: 'a', path: '/integrations/2' })
  await settled()
  expect(gone).toEqual(['/settings', '/integrations/2'])
})

it('does not navigate when the person signs out meanwhile', async () => {
  const { workspace, entry, gone } = started()
  entry({ type: 'organization.entered', organization: B, path: '/' })
  workspace.stop()
  await settled()
  expect(gone).toEqual([])
})
