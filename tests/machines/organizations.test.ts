import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import type { LeavingAnswer } from '../../src/machines/navigation/navigation.types.ts'
import { organizationsMachine } from '../../src/machines/organizations/organizations.machine.ts'
import { selectCurrentOrganization } from '../../src/machines/organizations/organizations.selectors.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { A, B, organizationsModel } from './organizations.model.ts'

describeModel({
  name: 'organizations',
  machine: organizationsMachine,
  model: organizationsModel,
  rig: (world) => ({
    oracles: {
      'organizations.ready': () => {
        const { list, currentId } = world.snapshot().context
        expect(list.some(({ id }: Organization) => id === currentId)).toBe(true)
      },
      'organizations.ready.settled': () => expect(world.children.size).toBe(0),
      'organizations.ready.asking': () => expect([...world.children.keys()]).toEqual(['askToLeave']),
      'organizations.ready.switching': () => expect([...world.children.keys()]).toEqual(['openOrganization']),
      'organizations.none': () => expect(world.snapshot().context.currentId).toBeNull(),
      // S8.4: nothing is shown to the person.
      'organizations.failed': () =>
        expect(world.effects.filter(({ name }) => name === 'showToast')).toEqual([]),
    },
  }),
})

async function loaded(list: readonly Organization[], rememberedId: string | null) {
  const actor = createActor(
    organizationsMachine.provide({ actors: { loadOrganizations: fromPromise(async () => list) } }),
    { input: { rememberedId } },
  ).start()
  await new Promise((resolve) => setImmediate(resolve))
  return selectCurrentOrganization(actor.getSnapshot())?.id ?? null
}

describe('organizations', () => {
  it('[S3.4] [S4.2] keeps the previous one if still listed, else the first, else none', async () => {
    expect(await loaded([A, B], 'b')).toBe('b')
    expect(await loaded([A, B], 'gone')).toBe('a')
    expect(await loaded([], 'b')).toBeNull()
  })

  it('[S2.34] says where a switch led, and that one failed', async () => {
    const toasts: unknown[] = []
    let fail = false
    const actor = createActor(
      organizationsMachine.provide({
        actors: {
          loadOrganizations: fromPromise<readonly Organization[]>(async () => [A, B]),
          askToLeave: fromCallback<LeavingAnswer>(({ sendBack }) => sendBack({ type: 'leaving.granted' })),
          openOrganization: fromPromise<Organization, { id: string }>(async () => {
            if (fail) throw new Error('offline')
            return B
          }),
        },
        actions: { showToast: (_, toast) => void toasts.push(toast) },
      }),
      { input: { rememberedId: 'a' } },
    ).start()
    const pick = async (id: string) => {
      await new Promise((resolve) => setImmediate(resolve))
      actor.send({ type: 'organization.picked', id })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await pick('b')
    fail = true
    await pick('a')
    expect(toasts).toEqual([
      { type: 'success', message: 'Switched to Organization b' },
      { type: 'error', message: 'Failed to switch organization' },
    ])
    expect(selectCurrentOrganization(actor.getSnapshot())?.id).toBe('b')
  })
})
