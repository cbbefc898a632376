import { describe, expect, it } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'
import { selectToasts, toastsMachine } from '../../src/machines/shell/toasts/toasts.machine.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { toastsModel } from './shell.model.ts'

describeModel({ name: 'toasts', machine: toastsMachine, model: toastsModel })

function start() {
  const clock = new SimulatedClock()
  const actor = createActor(toastsMachine, { clock }).start()
  return { clock, actor, shown: () => selectToasts(actor.getSnapshot()) }
}

describe('toasts', () => {
  it('[S3.10] [S4.5] replaces a loading toast with the result of the same id, in its place', () => {
    const { actor, shown } = start()
    actor.send({ type: 'toast.requested', toast: { id: 'a', type: 'loading', message: 'Saving...' } })
    actor.send({ type: 'toast.requested', toast: { type: 'info', message: 'Something else' } })
    actor.send({ type: 'toast.requested', toast: { id: 'a', type: 'success', message: 'Saved' } })
    expect(shown().map(({ message }) => message)).toEqual(['Saved', 'Something else'])
  })

  it('leaves the next person nothing that waits or that leads somewhere, and says why the session ended', () => {
    const { actor, shown } = start()
    const page = { path: '/inbox', organizationId: 'o1' }
    actor.send({ type: 'toast.requested', toast: { type: 'loading', message: 'Creating organization…' } })
    actor.send({ type: 'toast.requested', toast: { type: 'info', message: 'A new request', page } })
    actor.send({ type: 'toast.requested', toast: { type: 'success', message: 'Your account was deleted.' } })
    actor.send({ type: 'person.left' })
    expect(shown().map(({ message }) => message)).toEqual(['Your account was deleted.'])
  })

  it('[S9.9] keeps at most 20, the newest', () => {
    const { actor, shown } = start()
    for (let n = 1; n <= 25; n += 1)
      actor.send({ type: 'toast.requested', toast: { type: 'info', message: `${n}` } })
    expect(shown()).toHaveLength(20)
    expect(shown().at(0)?.message).toBe('6')
    expect(new Set(shown().map(({ id }) => id)).size).toBe(20)
  })

  it('[S8.2] shows the suggestions of a rate limit a second later, once', () => {
    const { actor, clock, shown } = start()
    const limited = { type: 'rate.limited', message: 'Slow down', suggestions: ['Wait.', 'Ask.'] } as const
    actor.send(limited)
    clock.increment(999)
    actor.send(limited)
    clock.increment(999)
    expect(shown().map(({ message }) => message)).toEqual(['Slow down'])
    clock.increment(1)
    expect(shown().map(({ message }) => message)).toEqual(['Slow down', 'Wait. Ask.'])
  })
})
