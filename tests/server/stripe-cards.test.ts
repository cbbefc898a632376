import { describe, expect, it } from 'vitest'
import { payer } from '../harness/billing.ts'
import { serveStripe } from '../harness/stripe-subscribers.ts'

const MONTH = 31

describe('another card at Stripe', async () => {
  const { stripe, server, deliver, subscriber, intentOf, states } = await serveStripe()

  it.each(['declined, lost', 'processing'] as const)(
    '[43.8] is charged at once, where the charge of the first was %s, and then declined',
    async (behaviour) => {
      const { ann, customer } = await subscriber()
      stripe.cardIs(behaviour)
      await ann.pass(MONTH)
      const intent = await intentOf(ann)
      intent.status = 'requires_payment_method'
      await deliver('payment_intent.payment_failed', intent)
      expect((await ann.current()).renewal?.state).toBe('past_due')
      stripe.cardIs('works', { last4: '1881' })
      await deliver('customer.updated', { id: customer, object: 'customer' })
      await server.context.background.settle()
      expect(await states(ann)).toEqual(['paid', 'paid'])
      expect(stripe.moved.filter((id) => id === intent.id)).toHaveLength(1)
    },
  )
})

describe('a payment page at Stripe that is reported again', async () => {
  const { stripe, server, deliver, paidSession } = await serveStripe()

  /** The cards that became the customer's default. */
  const kept = (customer: string) =>
    stripe.calls.flatMap(({ path, form }) => {
      const method = form.get('invoice_settings[default_payment_method]')
      return path === `/v1/customers/${customer}` && method !== null ? [method] : []
    })
  const ordered = async (customer: string) => {
    stripe.cardIs('works', { last4: '4242' })
    const ann = await payer(server)
    await ann.fillIn()
    await ann.change('pro', { renew: true })
    const session = await paidSession(ann, customer)
    return { ann, completed: (id: string) => deliver('checkout.session.completed', session, { id }) }
  }
  const chooses = async (customer: string) => {
    stripe.cardIs('works', { last4: '1881' })
    await deliver('customer.updated', { id: customer, object: 'customer' })
  }

  it('[43.8] keeps its card when it is repeated, where Stripe was away', async () => {
    const { ann, completed } = await ordered('cus_away')
    stripe.fail(true)
    expect((await completed('evt_away')).statusCode).toBe(500)
    stripe.fail(false)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { card: null } })
    expect((await completed('evt_away')).statusCode).toBe(200)
    expect(kept('cus_away')).toEqual(['pm_4242'])
    expect((await ann.current()).renewal?.card).toMatchObject({ last4: '4242' })
  })

  it('[43.8] keeps the card of a later payment when it is repeated, although an earlier card is known', async () => {
    const { ann, completed } = await ordered('cus_again')
    await completed('evt_of_pro')
    await ann.change('business', { renew: true })
    const session = await paidSession(ann, 'cus_again')
    stripe.fail(true)
    await deliver('checkout.session.completed', session, { id: 'evt_of_business' })
    stripe.fail(false)
    await deliver('checkout.session.completed', session, { id: 'evt_of_business' })
    expect(kept('cus_again')).toEqual(['pm_4242', 'pm_4242'])
  })

  it('[43.8] leaves the card that was chosen since, where Stripe was away at first', async () => {
    const { ann, completed } = await ordered('cus_later')
    stripe.fail(true)
    expect((await completed('evt_later')).statusCode).toBe(500)
    stripe.fail(false)
    await chooses('cus_later')
    expect((await completed('evt_later')).statusCode).toBe(200)
    expect(kept('cus_later')).toEqual([])
    expect((await ann.current()).renewal?.card).toMatchObject({ last4: '1881' })
  })

  it('[43.8] leaves the card that was chosen since, where it is reported by a second event', async () => {
    const { completed } = await ordered('cus_twice')
    await completed('evt_first')
    await chooses('cus_twice')
    expect((await completed('evt_second')).json()).toEqual({ received: true })
    expect(kept('cus_twice')).toEqual(['pm_4242'])
  })

  it('[43.8] leaves the customer of a later payment', async () => {
    const { ann, completed } = await ordered('cus_earlier')
    await completed('evt_earlier')
    await ann.change('business', { renew: true })
    await deliver('checkout.session.completed', await paidSession(ann, 'cus_present'))
    await completed('evt_earlier_again')
    const { rows } = await server.database.pool.query(
      'select customer from organization_renewals where organization_id = $1',
      [ann.organizationId],
    )
    expect([rows, kept('cus_earlier')]).toEqual([[{ customer: 'cus_present' }], ['pm_4242']])
  })
})
