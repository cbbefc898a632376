import { expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { createLiveSearchMachine, liveSearchMachine } from '../../src/machines/shell/live-search.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { liveSearchModel } from './shell.model.ts'

describeModel({
  name: 'liveSearch',
  machine: liveSearchMachine,
  model: liveSearchModel,
  rig: (world) => ({
    oracles: {
      'liveSearch.settled': () =>
        expect(world.snapshot().context.applied).toEqual(world.snapshot().context.draft),
    },
  }),
})

it('searches once after typing pauses, and immediately on Enter', () => {
  const clock = new SimulatedClock()
  const search = createActor(liveSearchMachine, { clock }).start()
  const settled: string[] = []
  search.on('search.settled', ({ search: { text } }) => settled.push(text))
  for (const text of ['b', 'bo', 'boots']) {
    search.send({ type: 'search.changed', change: { text } })
    clock.increment(249)
  }
  expect(settled).toEqual([])
  clock.increment(1)
  expect(settled).toEqual(['boots'])
  search.send({ type: 'search.changed', change: { text: 'laces' } })
  search.send({ type: 'search.submitted' })
  clock.increment(1_000)
  expect(settled).toEqual(['boots', 'laces'])
})

it('keeps each field of a search that has several', () => {
  const clock = new SimulatedClock()
  const search = createActor(createLiveSearchMachine<{ q?: string; state?: 'edited' }>({}), { clock }).start()
  search.send({ type: 'search.changed', change: { q: 'boots' } })
  search.send({ type: 'search.changed', change: { state: 'edited' } })
  expect(search.getSnapshot().context.applied).toEqual({})
  clock.increment(250)
  expect(search.getSnapshot().context.applied).toEqual({ q: 'boots', state: 'edited' })
})
