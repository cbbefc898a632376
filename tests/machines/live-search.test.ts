import { expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { liveSearchMachine } from '../../src/machines/live-search/live-search.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { liveSearchModel } from './live-search.model.ts'

describeModel({ name: 'liveSearch', machine: liveSearchMachine, model: liveSearchModel })

it('searches once for what was typed in one go, and at once at Enter', () => {
  const clock = new SimulatedClock()
  const search = createActor(liveSearchMachine, { clock }).start()
  const settled: string[] = []
  search.on('text.settled', ({ text }) => settled.push(text))
  for (const text of ['b', 'bo', 'boots']) {
    search.send({ type: 'text.typed', text })
    clock.increment(249)
  }
  expect(settled).toEqual([])
  clock.increment(1)
  expect(settled).toEqual(['boots'])
  search.send({ type: 'text.typed', text: 'laces' })
  search.send({ type: 'text.submitted' })
  clock.increment(1_000)
  expect(settled).toEqual(['boots', 'laces'])
})
