import { describe, expect, it } from 'vitest'
import { sessionMachine } from '../../src/machines/accounts/session/session.machine.ts'
import { Simulation } from '../../tools/statecharts/site/simulator/simulation.ts'
import type { Model } from '../harness/model/model.ts'
import { sessionModel } from './session.model.ts'

const begin = () => new Simulation(sessionMachine, sessionModel as unknown as Model<typeof sessionMachine>)

const choose = (simulation: Simulation, type: string) => {
  const found = simulation.cases().find(({ event, takes }) => event.type === type && takes.length > 0)
  if (!found) throw new Error(`'${type}' cannot happen`)
  simulation.choose(found.event)
}

describe('the simulator', () => {
  it('offers the cases of the tests and takes the transitions of the machine', () => {
    const simulation = begin()
    expect(simulation.now.effects.map(({ name }) => name)).toEqual([
      'start clock',
      'start peers',
      'start loadTokens',
    ])
    choose(simulation, 'xstate.done.actor.loadTokens')
    expect(simulation.now.snapshot.value).toEqual({ signedIn: 'fresh' })
    expect(simulation.now.taken).toEqual([
      'session.loading | xstate.done.actor.loadTokens | 0',
      'session.signedIn.checking | always | 2',
    ])
    expect([...simulation.walked]).toEqual(simulation.now.taken)
  })

  it('goes back in time, and forgets what came later only when another way is chosen', () => {
    const simulation = begin()
    choose(simulation, 'xstate.done.actor.loadTokens')
    choose(simulation, 'signOut.requested')
    simulation.goTo(1)
    expect(simulation.now.snapshot.value).toEqual({ signedIn: 'fresh' })
    expect(simulation.moments).toHaveLength(3)
    choose(simulation, 'organizations.unreadable')
    expect(simulation.moments.map(({ event }) => event?.type)).toEqual([
      undefined,
      'xstate.done.actor.loadTokens',
      'organizations.unreadable',
    ])
  })

  it('opens the same walk again from its link, as far as it fits', () => {
    const simulation = begin()
    choose(simulation, 'xstate.done.actor.loadTokens')
    choose(simulation, 'signOut.requested')
    const again = begin()
    expect(again.open(simulation.link())).toBe(true)
    expect(again.now.snapshot.value).toEqual(simulation.now.snapshot.value)
    expect(again.link()).toBe(simulation.link())

    expect(again.open(`${simulation.link()}.00000000`)).toBe(false)
    expect(again.moments).toHaveLength(3)
    expect(again.open('')).toBe(true)
    expect(again.link()).toBe('')
  })

  it('walks everything', () => {
    const simulation = begin()
    for (const events of simulation.everything()) {
      simulation.restart()
      for (const event of events) simulation.choose(event)
    }
    expect([...simulation.walked].sort()).toEqual([...simulation.transitions].sort())
  })
})
