import { describe, expect, it } from 'vitest'
import { createMachine } from 'xstate'
import { chartOf, flat } from '../../tools/statecharts/chart.ts'
import { folded, grouped, partsOf, unfolded, withGroup } from '../../tools/statecharts/fold.ts'

const inner = (out: string) => ({
  initial: 'a',
  states: {
    a: { on: { next: 'b' } },
    b: { on: { next: 'c' } },
    c: { on: { next: 'd', leave: `#${out}` } },
    d: {},
  },
})
const house = chartOf(
  createMachine({
    id: 'house',
    initial: 'up',
    states: {
      up: inner('house.down'),
      down: { ...inner('house.out.b'), on: { climb: 'up' } },
      out: inner('house.up'),
    },
  }),
)

describe('a large machine', () => {
  const [parts = []] = partsOf(house)

  it('is folded into its parts, with the ways between them', () => {
    const shut = folded(house, parts)
    expect(shut.states.map(({ key, type }) => [key, type])).toEqual([
      ['up', 'atomic'],
      ['down', 'atomic'],
      ['out', 'atomic'],
    ])
    expect(flat(shut).flatMap(({ transitions }) => transitions.map(({ from, to }) => [from, to]))).toEqual([
      ['house.up', 'house.down'],
      ['house.down', 'house.up'],
      ['house.down', 'house.out'],
      ['house.out', 'house.up'],
    ])
  })

  it('shows each part alone, with a line for each transition that leaves it', () => {
    const down = unfolded(parts[1]!)
    expect(flat(down).map(({ key }) => key)).toEqual(['down', 'a', 'b', 'c', 'd'])
    const leaving = flat(down).flatMap(({ transitions }) =>
      transitions.filter(({ event }) => event === 'leave'),
    )
    expect(leaving.map(({ to }) => to)).toEqual([null])
  })

  it('names where a line of a part leads', () => {
    const leaving = flat(unfolded(parts[1]!)).flatMap(({ transitions }) =>
      transitions.flatMap(({ leads }) => leads ?? []),
    )
    expect(leaving).toEqual(['Up', 'Out · b'])
  })
})

describe('a large machine without parts', () => {
  const flow = (key: string, ...to: string[]) => [
    key,
    { on: Object.fromEntries(to.map((one) => [`go.${one}`, one])) },
  ]
  const road = chartOf(
    createMachine({
      id: 'road',
      initial: 'a',
      states: Object.fromEntries([
        flow('a', 'b'),
        flow('b', 'c', 'a'),
        flow('c', 'd', 'a'),
        flow('d', 'e'),
        flow('e', 'f'),
        flow('f', 'a'),
      ]),
    }),
  )

  it('is grouped by the state that alone leads to about half of the others', () => {
    const group = grouped(road)!
    expect(group.initial).toBe('road.d')
    expect(group.members).toEqual(['road.d', 'road.e', 'road.f'])
    const shut = folded(withGroup(road, group), [group])
    expect(shut.states.map(({ id }) => id)).toEqual(['road.a', 'road.b', 'road.c', 'road.d#after'])
  })
})
