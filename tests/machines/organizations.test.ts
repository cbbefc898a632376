import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { organizationsMachine } from '../../src/machines/organizations/organizations/organizations.machine.ts'
import {
  selectAwaitedOrganization,
  selectCurrentOrganization,
} from '../../src/machines/organizations/organizations/organizations.selectors.ts'
import {
  READ_AGAIN_AFTER,
  READ_PAUSE,
} from '../../src/machines/organizations/organizations/organizations.types.ts'
import type { Organization } from '../../src/services/contract/organizations.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { type EffectCall, type FakeChild, fakeActors, fakeEffects } from '../harness/model/fakes.ts'
import { A, B, C, organizationsModel } from './organizations.model.ts'

describeModel({
  name: 'organizations',
  machine: organizationsMachine,
  model: organizationsModel,
  rig: (world) => ({
    oracles: {
      'organizations.ready.selection.current': () => {
        const { list, currentId } = world.snapshot().context
        expect(list.some(({ id }: Organization) => id === currentId)).toBe(true)
      },
      'organizations.ready.selection.current.settled': () => {
        expect(world.children.has('openOrganization')).toBe(false)
        expect(world.snapshot().context.pickedId).toBeNull()
      },
      'organizations.ready.selection.current.asking': () =>
        expect(world.children.has('confirmLeaving')).toBe(true),
      'organizations.ready.selection.current.switching': () =>
        expect(world.children.has('openOrganization')).toBe(true),
      'organizations.ready.selection.none': () => expect(world.snapshot().context.currentId).toBeNull(),
      // S8.4: nothing is shown to the person.
      'organizations.failed': () =>
        expect(world.effects.filter(({ name }) => name === 'showToast')).toEqual([]),
    },
  }),
})

/** The machine among children that answer when the test says so. */
function started(rememberedId: string | null = 'a', wantedId: string | null = null) {
  const children = new Map<string, FakeChild>()
  const effects: EffectCall[] = []
  const actor = createActor(
    organizationsMachine.provide({
      actors: fakeActors(organizationsMachine, children),
      actions: fakeEffects(organizationsMachine, effects),
    }),
    { input: { rememberedId, wantedId }, clock: new SimulatedClock() },
  ).start()
  return {
    actor,
    child: (id: string) => children.get(id)!,
    runs: (id: string) => children.has(id),
    currentId: () => selectCurrentOrganization(actor.getSnapshot())?.id ?? null,
    clock: actor.clock as SimulatedClock,
    toasts: () => effects.filter(({ name }) => name === 'showToast').map(({ params }) => params),
    effects,
  }
}

/** Signed in, with this list. */
function ready(list: readonly Organization[], rememberedId: string | null = 'a') {
  const run = started(rememberedId)
  run.child('loadOrganizations').done(list)
  return run
}

/** As `ready`, and the list is being read again. */
function reading(list: readonly Organization[]) {
  const run = ready(list)
  run.actor.send({ type: 'organizations.changed' })
  run.effects.length = 0
  return run
}

describe('organizations', () => {
  it('[S3.4] [S4.2] keeps the previous one if still listed, else the first, else none', () => {
    expect(ready([A, B], 'b').currentId()).toBe('b')
    expect(ready([A, B], 'gone').currentId()).toBe('a')
    expect(ready([], 'b').currentId()).toBeNull()
  })

  it('reads the list again if it lacks the picked one, which another tab may have created', () => {
    const { actor, child, runs } = ready([A])
    actor.send({ type: 'organization.picked', id: 'b' })
    expect(runs('reloadOrganizations')).toBe(true)
    child('reloadOrganizations').done([A, B])
    actor.send({ type: 'organization.picked', id: 'b' })
    expect(runs('confirmLeaving')).toBe(true)
  })

  it('[S2.34] shows a toast after a switch, and after a failed switch', () => {
    const { actor, child, toasts, currentId } = ready([A, B])
    actor.send({ type: 'organization.picked', id: 'b' })
    child('confirmLeaving').sendBack({ type: 'leaving.granted' })
    child('openOrganization').done(B)
    actor.send({ type: 'organization.picked', id: 'a' })
    child('confirmLeaving').sendBack({ type: 'leaving.granted' })
    child('openOrganization').fail(new Error('offline'))
    expect(toasts()).toEqual([
      { type: 'success', message: 'Switched to Organization b' },
      { type: 'error', message: 'Failed to switch organization' },
    ])
    expect(currentId()).toBe('b')
  })

  it('[S4.4] a created organization is the current one, and the list is read again', () => {
    const { actor, child, currentId, runs } = ready([A, B])
    expect(runs('reloadOrganizations')).toBe(false)
    actor.send({ type: 'organization.created', organization: C })
    expect(currentId()).toBe('c')
    expect(runs('reloadOrganizations')).toBe(true)
    child('reloadOrganizations').done([A, B, { ...C, name: 'As the server has it' }])
    expect(currentId()).toBe('c')
    expect(actor.getSnapshot().context.list).toHaveLength(3)
  })

  it('reads an empty list again every 30 seconds, and opens the organization that the person was let into', () => {
    const { child, runs, clock, currentId } = ready([])
    clock.increment(30_000)
    child('reloadOrganizations').done([])
    clock.increment(READ_PAUSE)
    expect(runs('reloadOrganizations')).toBe(false)
    clock.increment(30_000)
    child('reloadOrganizations').done([B])
    expect(currentId()).toBe('b')
    clock.increment(READ_PAUSE + 30_000)
    expect(runs('reloadOrganizations')).toBe(false)
  })

  describe('while the list is read again', () => {
    it('[S2.34] a pick switches the organization', () => {
      const { actor, child, currentId } = reading([A, B])
      actor.send({ type: 'organization.picked', id: 'b' })
      child('confirmLeaving').sendBack({ type: 'leaving.granted' })
      child('openOrganization').done(B)
      expect(currentId()).toBe('b')
      child('reloadOrganizations').done([A, B])
      expect(currentId()).toBe('b')
    })

    it('a created organization becomes the current one, and an earlier response is discarded', () => {
      const { actor, child, clock, currentId } = reading([A, B])
      actor.send({ type: 'organization.created', organization: C })
      expect(currentId()).toBe('c')
      child('reloadOrganizations').done([A, B])
      expect(currentId()).toBe('c')
      clock.increment(READ_PAUSE)
      child('reloadOrganizations').done([A, B, C])
      expect(currentId()).toBe('c')
    })

    it('a second change starts another read, whose response is used', () => {
      const { actor, child, runs, clock } = reading([A, B])
      actor.send({ type: 'organizations.changed' })
      child('reloadOrganizations').done([{ ...A, name: 'First name' }, B])
      clock.increment(READ_PAUSE)
      child('reloadOrganizations').done([{ ...A, name: 'Second name' }, B])
      expect(runs('reloadOrganizations')).toBe(false)
      expect(actor.getSnapshot().context.list[0]?.name).toBe('Second name')
    })

    it('an earlier response does not undo a rename by the person', () => {
      const { actor, child } = reading([A, B])
      actor.send({ type: 'organization.updated', organization: { ...A, name: 'Renamed' } })
      child('reloadOrganizations').done([A, B])
      expect(actor.getSnapshot().context.list[0]?.name).toBe('Renamed')
    })

    it('the first organization replaces a lost current one', () => {
      const { child, currentId, effects } = reading([A, B])
      child('reloadOrganizations').done([B])
      expect(currentId()).toBe('b')
      expect(effects.map(({ name }) => name)).toEqual([
        'sayNews',
        'leaveDetail',
        'forgetOrganizationData',
        'rememberCurrent',
        'present',
      ])
    })
  })

  it('[S2.34] a switch goes on while the list is read again, and ends', () => {
    const { actor, child, currentId } = ready([A, B])
    actor.send({ type: 'organization.picked', id: 'b' })
    child('confirmLeaving').sendBack({ type: 'leaving.granted' })
    actor.send({ type: 'organizations.changed' })
    child('reloadOrganizations').done([A, B])
    expect(selectAwaitedOrganization(actor.getSnapshot())?.id).toBe('b')
    child('openOrganization').done(B)
    expect(currentId()).toBe('b')
    expect(actor.getSnapshot().context.pickedId).toBeNull()
  })

  it('opens the one that the address names, or the remembered one if that is not listed', () => {
    const opened = (wantedId: string) => {
      const run = started('b', wantedId)
      run.child('loadOrganizations').done([A, B, C])
      return run.currentId()
    }
    expect([opened('c'), opened('left')]).toEqual(['c', 'b'])
  })

  it('[S8.4] a failed background read keeps the screen, shows no toast, and is repeated', () => {
    const { actor, child, runs, clock, toasts, currentId } = reading([A, B])
    child('reloadOrganizations').fail(new Error('HTTP error! status: 503'))
    expect(actor.getSnapshot().hasTag('failed')).toBe(false)
    expect(currentId()).toBe('a')
    expect(toasts()).toEqual([])
    clock.increment(READ_AGAIN_AFTER)
    expect(runs('reloadOrganizations')).toBe(true)
  })

  it('[session 41] is read at most once a second, however many changes are told', () => {
    const { actor, child, runs, clock } = ready([A, B])
    let reads = 0
    for (let frame = 0; frame < 300; frame += 1) {
      actor.send({ type: 'organizations.changed' })
      if (runs('reloadOrganizations')) {
        reads += 1
        child('reloadOrganizations').done([A, B])
      }
      clock.increment(10_000 / 300)
    }
    expect(reads).toBeGreaterThan(5)
    expect(reads).toBeLessThanOrEqual(11)
    clock.increment(READ_PAUSE)
    expect(runs('reloadOrganizations')).toBe(true)
  })

  describe('[session 40] a new organization that the list lacks', () => {
    const created = () => {
      const run = ready([A])
      run.actor.send({ type: 'organization.created', organization: C })
      run.effects.length = 0
      run.child('reloadOrganizations').done([A])
      expect(run.currentId()).toBe('c')
      expect(run.toasts()).toEqual([])
      run.clock.increment(READ_AGAIN_AFTER)
      return run
    }

    it('is kept until the list has it', () => {
      const { child, currentId, actor } = created()
      child('reloadOrganizations').done([A, C])
      expect(currentId()).toBe('c')
      expect(actor.getSnapshot().matches({ ready: { sync: 'paused' } })).toBe(true)
    })

    it('is gone when the next list lacks it, too', () => {
      const { child, currentId } = created()
      child('reloadOrganizations').done([A])
      expect(currentId()).toBe('a')
    })
  })

  it('[session, seen beside 5] an organization that cannot be opened has the list read again', () => {
    const { actor, child, runs } = ready([A, B])
    actor.send({ type: 'organization.picked', id: 'b' })
    child('confirmLeaving').sendBack({ type: 'leaving.granted' })
    child('openOrganization').fail(Object.assign(new Error('Not found'), { status: 404 }))
    expect(runs('reloadOrganizations')).toBe(true)
    child('reloadOrganizations').done([A])
    expect(actor.getSnapshot().context.list).toEqual([A])
  })

  it('[S2.32] a failed background read keeps the welcome screen', () => {
    const { actor, child } = reading([])
    child('reloadOrganizations').fail(new Error('HTTP error! status: 503'))
    expect(actor.getSnapshot().hasTag('welcome')).toBe(true)
  })

  it('an organization joined before the list was ever read is the current one', () => {
    const { actor, child, currentId } = started()
    child('loadOrganizations').fail(new Error('HTTP error! status: 503'))
    actor.send({ type: 'organization.created', organization: C })
    expect(currentId()).toBe('c')
    child('reloadOrganizations').done([A, B, C])
    expect(currentId()).toBe('c')
  })
})
