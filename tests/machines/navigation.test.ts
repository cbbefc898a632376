import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'
import { navigationMachine } from '../../src/machines/shell/navigation/navigation.machine.ts'
import type { Arrival } from '../../src/machines/shell/navigation/navigation.setup.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { doneEvent, errorEvent, type Model } from '../harness/model/model.ts'
import { startRun } from '../harness/model/run.ts'
import { listener } from '../harness/system.ts'
import { FORM, navigationModel, OTHER_FORM } from './navigation.model.ts'

describeModel({
  name: 'navigation',
  machine: navigationMachine,
  model: navigationModel,
  rig: (world) => {
    // A history as the browser has it: entries and the one we are at.
    const entries = ['/somewhere/else', '/profile']
    let at = 1
    let guarded = false
    let pendingReset = true
    return {
      implementations: {
        actions: {
          writeHistory: (_: unknown, { how, path }: Arrival) => {
            if (how === 'push') entries.splice(++at, entries.length, path)
            else entries[at] = path
          },
          returnInHistory: (_: unknown, { by }: { by: number }) => {
            at += by
          },
          guardUnload: () => {
            guarded = true
          },
          releaseUnload: () => {
            guarded = false
          },
          forgetPendingReset: () => {
            pendingReset = false
          },
        },
      },
      before: ({ type, path, index }) => {
        if (type !== 'history.moved') return
        at = index
        entries[at] = path
      },
      oracles: {
        navigation: () => expect([...world.children.keys()]).toEqual(expect.arrayContaining(['history'])),
        'navigation.going.loading': () => expect(world.children.has('loadScreen')).toBe(true),
        'navigation.settled': () => {
          const { current, visitor, pendingResetToken } = world.snapshot().context
          expect([current.path, current.index]).toEqual([entries[at], at])
          expect(current.route.access).not.toBe(visitor.signedIn ? 'guest' : 'protected')
          expect(pendingResetToken !== null).toBe(pendingReset)
        },
        'navigation.settled.unsaved': () => expect(guarded).toBe(true),
        'navigation.settled.clean': () => expect(guarded).toBe(false),
        'navigation.blocked': () => expect(guarded).toBe(true),
      },
    }
  },
})

describe('with something unsaved', () => {
  const unsaved = () => {
    const run = startRun(
      navigationMachine,
      navigationModel as unknown as Model<AnyStateMachine>,
      () => ({}),
      () => {},
    )
    for (const event of [
      { type: 'visitor.changed', visitor: { signedIn: true, reason: 'none' } },
      doneEvent('loadScreen'),
      { type: 'changes.started', holder: FORM },
    ])
      run.perform(event)
    return { ...run, target: () => run.world.snapshot().context.target }
  }

  it('saving one of two forms still asks before the other is left', () => {
    const { world, perform } = unsaved()
    perform({ type: 'changes.started', holder: OTHER_FORM })
    perform({ type: 'changes.finished', holder: FORM })
    perform({ type: 'navigation.requested', path: '/integrations' })
    expect(world.snapshot().matches({ blocked: 'page' })).toBe(true)
    perform({ type: 'changes.finished', holder: OTHER_FORM })
    expect(world.snapshot().matches('going')).toBe(true)
  })

  it.each([
    ['the link of the page itself', { type: 'navigation.requested', path: '/profile' }],
    ['the skip link', { type: 'history.moved', path: '/profile#content', index: 2 }],
  ])('%s leaves nothing: there is no question, and the text stays guarded', (_, event) => {
    const { world, perform } = unsaved()
    perform(event)
    expect([world.snapshot().matches({ settled: 'unsaved' }), world.snapshot().context.current]).toEqual([
      true,
      expect.objectContaining({ path: event.path }),
    ])
  })

  it('leaving for another query of the page asks, and afterwards its forms are still guarded', () => {
    const { world, perform } = unsaved()
    perform({ type: 'navigation.requested', path: '/profile?tab=security' })
    expect(world.snapshot().matches({ blocked: 'page' })).toBe(true)
    perform({ type: 'leaving.confirmed' })
    expect(world.snapshot().matches({ settled: 'unsaved' })).toBe(true)
  })

  it('coming back before the other page has loaded finds the text guarded', () => {
    const { world, perform } = unsaved()
    perform({ type: 'navigation.requested', path: '/integrations' })
    perform({ type: 'leaving.confirmed' })
    perform({ type: 'history.moved', path: '/profile', index: 1 })
    expect(world.snapshot().matches({ settled: 'unsaved' })).toBe(true)
  })

  it('canceling restores the history after a Back that the policy redirected', () => {
    const { world, perform, target } = unsaved()
    perform({ type: 'history.moved', path: '/apps/2', index: 0 })
    perform({ type: 'leaving.canceled' })
    expect(world.effects).toContainEqual({ name: 'returnInHistory', params: { by: 1 } })
    expect(target()).toMatchObject({ path: '/profile', index: 1 })
  })

  it('the person is asked to reload when a part of the page is gone; without anything unsaved, the page reloads', () => {
    const { world, perform } = unsaved()
    const reloads = () => world.effects.filter(({ name }) => name === 'reloadPage').length
    perform({ type: 'version.replaced' })
    expect(world.snapshot()).toMatchObject({ value: { settled: 'unsaved' }, context: { isOutdated: true } })
    expect(reloads()).toBe(0)
    perform({ type: 'changes.finished', holder: FORM })
    perform({ type: 'version.replaced' })
    expect([world.snapshot().value, reloads()]).toEqual([{ going: 'renewing' }, 1])
  })

  it('goes on where it was if the person keeps the page from loading a newer version', () => {
    const { world, perform } = unsaved()
    perform({ type: 'navigation.requested', path: '/integrations' })
    perform({ type: 'leaving.confirmed' })
    perform(errorEvent('loadScreen', Object.assign(new Error('gone'), { isReplaced: true })))
    expect(world.effects.at(-1)?.name).toBe('reloadPage')
    perform({ type: 'xstate.after.reloadTakes.navigation.going.renewing' })
    expect(world.snapshot()).toMatchObject({
      value: { settled: 'unsaved' },
      context: { isOutdated: true, current: { path: '/profile' }, target: { path: '/profile' } },
    })
    perform({ type: 'reload.requested' })
    expect(world.effects.at(-1)?.name).toBe('reloadPage')
  })

  it('[S2.34] the asking actor receives the decision of the person, and nothing is lost before it', () => {
    const { world, perform } = unsaved()
    const isUnsaved = () => world.snapshot().matches({ settled: 'unsaved' })
    const heard: unknown[] = []
    const ask = (name: string) =>
      perform({ type: 'leaving.requested', asker: listener(({ type }) => heard.push([name, type])) })
    ask('first')
    expect([world.snapshot().hasTag('blocked'), heard]).toEqual([true, []])
    ask('second')
    perform({ type: 'leaving.canceled' })
    expect(isUnsaved()).toBe(true)
    ask('third')
    perform({ type: 'leaving.confirmed' })
    expect(isUnsaved()).toBe(true)
    perform({ type: 'changes.finished', holder: FORM })
    ask('fourth')
    expect(heard).toEqual([
      ['second', 'leaving.refused'],
      ['first', 'leaving.refused'],
      ['third', 'leaving.granted'],
      ['fourth', 'leaving.granted'],
    ])
  })

  it('[S2.34] leaving an organization keeps a page that every organization has, also while it loads', () => {
    const { world, perform, target } = unsaved()
    perform({ type: 'organization.left' })
    expect(world.snapshot().matches({ settled: 'unsaved' })).toBe(true)
    perform({ type: 'history.moved', path: '/integrations', index: 0 })
    perform({ type: 'organization.left' })
    expect(target()).toEqual({ path: '/integrations', how: 'pop', index: 0 })
  })
})
