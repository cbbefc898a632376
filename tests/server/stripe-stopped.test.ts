import { describe, expect, it } from 'vitest'
import type { Payer } from '../harness/billing.ts'
import { serveStripe } from '../harness/stripe-subscribers.ts'

const MONTH = 31

describe('a renewal by Stripe that is stopped while cards are charged', async () => {
  const { stripe, subscriber, states } = await serveStripe()

  const stops = (one: Payer) => one.renewal(false)
  const choosesFree = (one: Payer) => one.change('free')

  it('[43.8] is not charged, if another card was charged at that moment', async () => {
    const { ann } = await subscriber()
    const { ann: bob } = await subscriber()
    await bob.age(MONTH)
    const first = stripe.hold('POST /v1/payment_intents')
    const passing = ann.pass(MONTH + 1)
    await first.reached
    await stops(bob)
    first.release()
    await passing
    expect([await states(ann), await states(bob)]).toEqual([['paid', 'paid'], ['paid']])
  })

  it.each([
    ['stops the renewal', stops, ['canceled', 'paid']],
    ['chooses Free', choosesFree, ['pending', 'paid']],
  ])('[43.8] is not charged, if its owner %s before its own card is', async (_, change, outcome) => {
    const { ann } = await subscriber()
    const { length } = stripe.moved
    const intent = stripe.hold('POST /v1/payment_intents')
    const passing = ann.pass(MONTH)
    await intent.reached
    expect((await change(ann)).status).toBe(200)
    intent.release()
    await passing
    expect([await states(ann), stripe.moved.length]).toEqual([outcome, length])
  })
})
