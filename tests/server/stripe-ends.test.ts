import { describe, expect, it } from 'vitest'
import type { Payer } from '../harness/billing.ts'
import { makePlace } from '../harness/database.ts'
import { createClient } from '../harness/knowledge.ts'
import { PASSWORD, startTestServer } from '../harness/server.ts'
import { startStripeServer } from '../harness/stripe.ts'
import { serveStripe, stripeSubscribers } from '../harness/stripe-subscribers.ts'

const MONTH = 31

const deletesIt = async ({ call, organizationId }: Payer) => {
  const url = `/api/v1/organizations/${organizationId}`
  return call('POST', `${url}/delete`, { name: (await call('GET', url)).body.name })
}

describe('what a deleted organization leaves at Stripe', async () => {
  const { stripe, server, deliver, paidSession, subscriber } = await serveStripe()

  const deletesAccount = ({ call }: Payer) => call('POST', '/api/v1/users/me/delete', { password: PASSWORD })

  it.each([
    ['the organization', deletesIt],
    ['their account', deletesAccount],
  ])('closes its page and deletes its card, if its owner deletes %s', async (_, deletes) => {
    const { ann, customer } = await subscriber()
    const bob = await subscriber()
    await bob.ann.change('business')
    await ann.change('business')
    const session = await paidSession(ann, customer)
    const { length } = stripe.calls
    expect((await deletes(ann)).status).toBe(200)
    await server.context.background.settle()
    const calls = stripe.calls.slice(length).map(({ method, path }) => `${method} ${path}`)
    expect(calls.toSorted()).toEqual([
      `DELETE /v1/customers/${customer}`,
      `POST /v1/checkout/sessions/${session.id}/expire`,
    ])
    // The log says what to give back, if it was paid at the same moment.
    expect((await deliver('checkout.session.completed', session)).statusCode).toBe(200)
    const line = server.logs.find((one) => one.includes('names no order of ours') && one.includes(session.id))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ amount: session.amount_total, currency: 'usd' })
  })

  it.each([
    ['takes them', () => {}],
    [
      'says that they are gone',
      (page: string, customer: string) => {
        stripe.closePage(page)
        stripe.deleteCustomer(customer)
      },
    ],
  ])('is ended once Stripe %s, if it was away at first', async (_, meanwhile) => {
    const { ann, customer } = await subscriber()
    await ann.change('business')
    const { id: page } = await paidSession(ann, customer)
    stripe.fail(true)
    expect((await deletesIt(ann)).status).toBe(200)
    await server.context.background.settle()
    stripe.fail(false)
    meanwhile(page, customer)
    const { length } = stripe.calls
    for (const _sweep of [1, 2]) {
      await server.sweep()
      await server.context.background.settle()
    }
    const calls = stripe.calls.slice(length).map(({ method, path }) => `${method} ${path}`)
    expect(calls.toSorted()).toEqual([
      `DELETE /v1/customers/${customer}`,
      `POST /v1/checkout/sessions/${page}/expire`,
    ])
  })
})

it('[operate M6] is left to the original in a quiet copy, which opens and closes no pages', async () => {
  const place = await makePlace()
  const stripe = await startStripeServer()
  const options = { place, stripe: stripe.settings, publicUrl: 'https://lectern.test/' }
  const original = await startTestServer(options)
  const { ann } = await stripeSubscribers(original, stripe).subscriber()
  await ann.change('business')
  await original.close()
  const copy = await startTestServer({ ...options, quiet: true })
  const { length } = stripe.calls
  const { call } = createClient(copy.url, ann.person)
  const refused = { status: 409, body: { code: 'quiet_copy' } }
  expect(await call('POST', '/api/v1/subscription/change', { plan_id: 'business' })).toMatchObject(refused)
  expect(await call('POST', '/api/v1/subscription/card')).toMatchObject(refused)
  expect((await call('GET', '/api/v1/payments')).body[0].status).toBe('pending')
  expect((await deletesIt({ ...ann, call })).status).toBe(200)
  await copy.sweep()
  await copy.context.background.settle()
  expect(stripe.calls.slice(length)).toEqual([])
  await copy.close()
  await stripe.close()
  await place.remove()
})

describe('renewals by Stripe that were changed there by hand', async () => {
  const { stripe, deliver, orderOf, paidSession, subscriber, intentOf, states } = await serveStripe()

  it('[43.8] tells owners whose customer is gone, and takes their next payment as another one', async () => {
    const { ann, customer } = await subscriber()
    stripe.deleteCustomer(customer)
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'past_due' } })
    expect(await ann.told()).toContain('renewal_failure')
    const { status, body } = await ann.call('POST', '/api/v1/subscription/card')
    expect([status, body.code]).toEqual([409, 'card_gone'])
    expect((await ann.change('pro', { renew: true })).body).toHaveProperty('payment_url')
    const { form } = stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')!
    expect(form.get('customer')).toBeNull()
    expect(Object.fromEntries(form)).toMatchObject({
      customer_creation: 'always',
      customer_email: 'ada@northwind.example',
    })
    await deliver('checkout.session.completed', await paidSession(ann, 'cus_of_the_next_payment'))
    expect((await ann.current()).renewal?.state).toBe('renewing')
    await ann.pass(MONTH)
    expect((await states(ann)).slice(0, 2)).toEqual(['paid', 'paid'])
    expect((await intentOf(ann)).customer).toBe('cus_of_the_next_payment')
  })

  it('[43.8] charges by another intent, where the first was canceled at Stripe', async () => {
    const { ann } = await subscriber()
    stripe.cardIs('declined')
    await ann.pass(MONTH)
    const canceled = await intentOf(ann)
    canceled.status = 'canceled'
    stripe.cardIs('works')
    await ann.pass(2)
    expect([await states(ann), stripe.moved]).toEqual([
      ['paid', 'paid'],
      expect.arrayContaining([await orderOf(ann, 'provider_id')]),
    ])
    expect(stripe.moved).not.toContain(canceled.id)
  })
})

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
