import { expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'
import { navigationMachine } from '../../src/machines/navigation/navigation.machine.ts'
import type { NavigationEvent } from '../../src/machines/navigation/navigation.types.ts'
import { createLeaving } from '../../src/services/leaving.ts'
import { routes } from '../machines/navigation.model.ts'

/** Somebody on their profile. */
async function started() {
  const navigation = createActor(
    navigationMachine.provide({
      actors: {
        watchHistory: fromCallback<NavigationEvent>(() => {}),
        watchVisitor: fromCallback<NavigationEvent>(({ sendBack }) =>
          sendBack({ type: 'visitor.changed', visitor: { signedIn: true, reason: 'none' } }),
        ),
        loadScreen: fromPromise<void, { routeId: string }>(async () => {}),
      },
    }),
    { input: { routes, path: '/profile', index: 0, pendingResetToken: null } },
  ).start()
  await new Promise((resolve) => setImmediate(resolve))
  return { navigation, leaving: createLeaving(navigation) }
}

it('is granted at once where nothing is held', async () => {
  const { leaving } = await started()
  const heard: string[] = []
  leaving.ask(({ type }) => heard.push(type))
  const release = leaving.hold()
  release()
  leaving.ask(({ type }) => heard.push(type))
  expect(heard).toEqual(['leaving.granted', 'leaving.granted'])
})

it('is answered once by the person where something is held', async () => {
  const { navigation, leaving } = await started()
  leaving.hold()
  const heard: unknown[] = []
  leaving.ask(({ type }) => heard.push(['first', type]))
  expect(heard).toEqual([])
  navigation.send({ type: 'leaving.canceled' })
  leaving.ask(({ type }) => heard.push(['second', type]))
  navigation.send({ type: 'leaving.confirmed' })
  expect(heard).toEqual([
    ['first', 'leaving.refused'],
    ['second', 'leaving.granted'],
  ])
})

it('is asked no more once nobody waits for the answer', async () => {
  const { navigation, leaving } = await started()
  leaving.hold()
  const heard: string[] = []
  const withdraw = leaving.ask(({ type }) => heard.push(type))
  withdraw()
  expect(navigation.getSnapshot().matches({ settled: 'unsaved' })).toBe(true)
  leaving.ask(() => {})
  navigation.send({ type: 'leaving.confirmed' })
  expect(heard).toEqual([])
})
