import { describe, expect, it } from 'vitest'
import type { Payer } from '../harness/billing.ts'
import { makePlace } from '../harness/database.ts'
import { createClient } from '../harness/knowledge.ts'
import { PASSWORD, startTestServer } from '../harness/server.ts'
import { startStripeServer } from '../harness/stripe.ts'
import { serveStripe, stripeSubscribers } from '../harness/stripe-subscribers.ts'

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
