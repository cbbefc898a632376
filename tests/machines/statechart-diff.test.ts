import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { chartOf } from '../../tools/statecharts/chart.ts'
import { compare, isSame } from '../../tools/statecharts/diff/compare.ts'

const before = chartOf(
  createMachine({
    id: 'door',
    initial: 'shut',
    states: { shut: { on: { push: 'open', lock: 'locked' } }, open: { on: { pull: 'shut' } }, locked: {} },
  }),
)
const after = chartOf(
  createMachine({
    id: 'door',
    initial: 'shut',
    states: {
      shut: { on: { push: 'ajar' } },
      open: { description: 'One can pass.', on: { pull: 'shut' } },
      ajar: { on: { push: 'open' } },
    },
  }),
)

describe('what changed between two versions of a machine', () => {
  it('is told by states and transitions', () => {
    const { states, transitions } = compare(before, after)
    expect(Object.fromEntries(states)).toEqual({
      'door.open': 'changed',
      'door.ajar': 'added',
      'door.locked': 'removed',
    })
    expect(Object.fromEntries(transitions)).toEqual({
      'door.shut | push | 0': 'changed',
      'door.ajar | push | 0': 'added',
      'door.shut | lock | 0': 'removed',
    })
  })

  it('is empty for equal machines, and everything for a new machine', () => {
    expect(isSame(compare(before, before))).toBe(true)
    expect([...compare(undefined, before).states.values()]).toEqual(['added', 'added', 'added', 'added'])
    expect([...compare(before, undefined).transitions.values()]).toEqual(['removed', 'removed', 'removed'])
  })
})
