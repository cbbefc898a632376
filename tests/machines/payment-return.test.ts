import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import { paymentReturnMachine } from '../../src/machines/billing/payment-return.machine.ts'
import type { PaymentOutcome } from '../../src/services/contract/billing.ts'
import { describeModel } from '../harness/model/describe-model.ts'
import { fakeEffects } from '../harness/model/fakes.ts'
import { paymentReturnModel } from './billing.model.ts'

/** [S2.7] */
describeModel({
  name: 'paymentReturn',
  machine: paymentReturnMachine,
  model: paymentReturnModel,
  rig: (world) => {
    const announced = () => world.effects.filter(({ name }) => name === 'announceChange').length
    return {
      oracles: {
        'paymentReturn.confirming.asking': () =>
          expect(world.children.get('askPayment')?.input).toEqual({ reference: 'r1' }),
        'paymentReturn.confirmed': () => expect(announced()).toBe(1),
        // Without the name of an order: the plan tells the rest.
        'paymentReturn.unnamed': () => expect(announced()).toBe(1),
        'paymentReturn.declined': () => expect(announced()).toBe(0),
        'paymentReturn.late': () => expect([announced(), world.children.size]).toEqual([0, 0]),
      },
    }
  },
})

describe('back from the payment page', () => {
  const start = (statuses: PaymentOutcome['status'][]) => {
    const clock = new SimulatedClock()
    let asked = 0
    const actor = createActor(
      paymentReturnMachine.provide({
        actions: fakeEffects(paymentReturnMachine, []),
        actors: {
          askPayment: fromPromise<PaymentOutcome | null, { reference: string }>(async () => {
            asked += 1
            return {
              status: statuses.shift() ?? 'pending',
              plan_name: 'Pro',
              credited: false,
              starts_at: null,
            }
          }),
        },
      }),
      { input: { reference: 'r1' }, clock },
    ).start()
    const pass = async (ms: number) => {
      await new Promise((resolve) => setImmediate(resolve))
      clock.increment(ms)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return { actor, pass, asked: () => asked }
  }

  it('waits until the payment has arrived', async () => {
    const { actor, pass } = start(['pending', 'pending', 'paid'])
    await pass(0)
    expect(actor.getSnapshot().hasTag('waiting')).toBe(true)
    await pass(2000)
    await pass(2000)
    expect(actor.getSnapshot().value).toBe('confirmed')
    expect(actor.getSnapshot().context.planName).toBe('Pro')
  })

  it('offers other ways after a minute, and asks again when told to', async () => {
    const { actor, pass, asked } = start([])
    for (let second = 0; second < 60; second += 2) await pass(2000)
    expect(actor.getSnapshot().value).toBe('late')
    const before = asked()
    await pass(10_000)
    expect(asked()).toBe(before)
    actor.send({ type: 'check.requested' })
    expect(actor.getSnapshot().hasTag('waiting')).toBe(true)
  })
})
