import { describe, expect, it } from 'vitest'
import { createActor, setup } from 'xstate'
import { type Change, mutantMachine, mutantsOf } from '../../tools/mutation/mutants.ts'

const door = setup({ guards: { isUnlocked: () => true } }).createMachine({
  id: 'door',
  initial: 'closed',
  states: {
    closed: { on: { pull: { guard: 'isUnlocked', target: 'open' }, knock: {} } },
    open: { on: { push: 'closed' } },
    gone: {},
  },
})

const after = (change: Change, event: 'pull' | 'push', index = 0) => {
  const mutant = mutantsOf(door).filter(({ id }) => id.includes(`| ${event} |`) && id.endsWith(change))[
    index
  ]!
  const actor = createActor(mutantMachine(door, mutant)).start()
  actor.send({ type: 'pull' })
  if (event === 'push') actor.send({ type: 'push' })
  return actor.getSnapshot().value
}

describe('mutants of a machine', () => {
  it('remove each transition, negate or drop each guard, and replace each target', () => {
    expect(mutantsOf(door).map(({ id }) => id)).toEqual([
      'door.closed | pull | 0: removed',
      'door.closed | pull | 0: guard negated',
      'door.closed | pull | 0: guard removed',
      'door.closed | pull | 0: other target',
      'door.closed | knock | 0: removed',
      'door.open | push | 0: removed',
      'door.open | push | 0: other target',
    ])
  })

  it('behave differently, and leave the original machine unchanged', () => {
    expect(after('removed', 'pull')).toBe('closed')
    expect(after('guard negated', 'pull')).toBe('closed')
    expect(after('guard removed', 'pull')).toBe('open')
    expect(after('other target', 'pull')).toBe('gone')
    expect(after('other target', 'push')).toBe('open')
    const actor = createActor(door).start()
    actor.send({ type: 'pull' })
    expect(actor.getSnapshot().value).toBe('open')
  })
})
