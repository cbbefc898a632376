import { describe, expect, it } from 'vitest'
import { serveStripe } from '../harness/stripe-subscribers.ts'

const MONTH = 31

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
