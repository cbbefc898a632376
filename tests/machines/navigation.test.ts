import { expect } from 'vitest'
import { type Arrival, navigationMachine } from '../../src/machines/navigation/navigation.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { navigationModel } from './navigation.model.ts'

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
        navigation: () =>
          expect([...world.children.keys()]).toEqual(expect.arrayContaining(['history', 'visitor'])),
        'navigation.going.loading': () => expect(world.children.has('loadScreen')).toBe(true),
        'navigation.settled': () => {
          const { current, visitor, pendingResetToken } = world.snapshot().context
          expect([current.path, current.index]).toEqual([entries[at], at])
          expect(current.route.access).not.toBe(visitor.signedIn ? 'guest' : 'protected')
          expect(pendingResetToken !== null).toBe(pendingReset)
        },
        'navigation.settled.unsaved': () => expect(guarded).toBe(true),
        'navigation.settled.clean': () => expect(guarded).toBe(false),
      },
    }
  },
})
