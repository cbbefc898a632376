import { describe, expect, it } from 'vitest'
import type { Payer } from '../harness/billing.ts'
import { serveStripe } from '../harness/stripe-subscribers.ts'

const MONTH = 31

describe('renewals by Stripe', async () => {
  const { stripe, server, deliver, orderOf, subscriber, intentOf, states } = await serveStripe()

  const periods = async (ann: Payer) => {
    const { rows } = await server.database.pool.query(
      'select id from plan_periods where organization_id = $1',
      [ann.organizationId],
    )
    return rows.length
  }
  const invoicesOf = async (ann: Payer) => {
    const { rows } = await server.database.pool.query(
      'select i.id from invoices i join payments p on p.id = i.payment_id where p.organization_id = $1',
      [ann.organizationId],
    )
    return rows.length
  }
  const movedOf = async (ann: Payer) => {
    const intent = await intentOf(ann)
    return stripe.moved.filter((id) => id === intent.id).length
  }

  it('[43.8] keeps the card of a checkout that says what renews, and names no card where nothing does', async () => {
    const { ann, customer } = await subscriber()
    const session = () => {
      const call = stripe.calls.findLast(({ path }) => path === '/v1/checkout/sessions')
      return Object.fromEntries(call!.form)
    }
    expect(session()).toMatchObject({
      mode: 'payment',
      customer_creation: 'always',
      customer_email: 'ada@northwind.example',
      'allowed_payment_method_types[0]': 'card',
      'payment_intent_data[setup_future_usage]': 'off_session',
      'custom_text[submit][message]': expect.stringContaining('until you stop the renewal'),
    })
    await ann.call(
      'POST',
      '/api/v1/subscription/change',
      { plan_id: 'business', renew: true },
      { 'accept-language': 'de' },
    )
    expect(session()['custom_text[submit][message]']).toContain('bis Sie die Verlängerung')
    const kept = stripe.calls.find(({ path, form }) => path === `/v1/customers/${customer}` && form.size > 0)
    expect(kept?.form.get('invoice_settings[default_payment_method]')).toBe('pm_4242')
    expect((await ann.current()).renewal).toMatchObject({
      state: 'renewing',
      amount: 5900,
      card: { brand: 'visa', last4: '4242', expires: '2031-07' },
      test: false,
    })
    // Who has paid before is the same customer; without a wish to renew no card is kept.
    await ann.change('business', { renew: true })
    expect(session()).toMatchObject({ customer })
    expect(session()).not.toHaveProperty('customer_email')
    await ann.change('business')
    expect(session()).not.toHaveProperty('payment_intent_data[setup_future_usage]')
  })

  it('[43.8] charges the card once for a period, by an intent that is confirmed off session', async () => {
    const { ann, customer } = await subscriber()
    await ann.pass(MONTH)
    const created = stripe.calls.findLast(({ path, form }) => path === '/v1/payment_intents' && form.size > 0)
    expect(Object.fromEntries(created!.form)).toMatchObject({
      amount: '5900',
      currency: 'usd',
      customer,
      'metadata[order]': await orderOf(ann),
    })
    const confirmed = stripe.calls.findLast(({ path }) => path.endsWith('/confirm'))
    expect(Object.fromEntries(confirmed!.form)).toEqual({ payment_method: 'pm_4242', off_session: 'true' })
    expect([await states(ann), await periods(ann), await movedOf(ann)]).toEqual([['paid', 'paid'], 2, 1])
    // What Stripe tells of it later, however often, changes nothing.
    const event = { id: 'evt_of_renewal' }
    const intent = await intentOf(ann)
    expect((await deliver('payment_intent.succeeded', intent, event)).json()).toEqual({ received: true })
    expect((await deliver('payment_intent.succeeded', intent, event)).json()).toEqual({
      received: true,
      repeated: true,
    })
    await deliver('payment_intent.payment_failed', intent)
    await ann.pass(0)
    expect([await states(ann), await periods(ann)]).toEqual([['paid', 'paid'], 2])
    expect((await ann.current()).renewal?.state).toBe('renewing')
  })

  it('[43.8] takes money once, although the answer was lost on its way and the process went on later', async () => {
    const { ann } = await subscriber()
    stripe.cardIs('works, lost')
    await ann.pass(MONTH)
    expect([await states(ann), await periods(ann), await movedOf(ann)]).toEqual([['pending', 'paid'], 1, 1])
    // Until it is known, the plan goes on.
    expect((await ann.current()).plan_id).toBe('pro')
    stripe.cardIs('works')
    await ann.pass(1)
    expect([await states(ann), await periods(ann), await movedOf(ann)]).toEqual([['paid', 'paid'], 2, 1])
  })

  it('[43.8] is settled by the event alone, where the process ended between payment and noting', async () => {
    const { ann } = await subscriber()
    stripe.cardIs('works, lost')
    await ann.pass(MONTH)
    await deliver('payment_intent.succeeded', await intentOf(ann))
    stripe.cardIs('works')
    await ann.pass(1)
    expect([await states(ann), await periods(ann), await movedOf(ann)]).toEqual([['paid', 'paid'], 2, 1])
  })

  it('[43.8] takes money once for a period, although a backup from before was restored', async () => {
    const { ann } = await subscriber()
    await ann.pass(MONTH)
    const charged = stripe.moved.length
    const { organizationId: id } = ann
    await server.database.pool.query(
      'update organization_renewals set next_at = (select min(ends_at) from plan_periods where organization_id = $1) where organization_id = $1',
      [id],
    )
    await server.database.pool.query('delete from payments where organization_id = $1 and automatic', [id])
    expect(await periods(ann)).toBe(1)
    await ann.pass(0)
    expect([await states(ann), await periods(ann), stripe.moved.length]).toEqual([
      ['paid', 'paid'],
      2,
      charged,
    ])
  })

  it.each(['declined', 'authentication'] as const)(
    '[43.8] is past due when the card is %s: told once, and paid by another card',
    async (behaviour) => {
      const { ann, customer } = await subscriber()
      stripe.cardIs(behaviour)
      await ann.pass(MONTH)
      const intent = await intentOf(ann)
      await deliver('payment_intent.payment_failed', intent)
      await deliver('payment_intent.payment_failed', intent)
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'past_due' } })
      expect(await ann.told()).toEqual(['renewal_failure', 'plan_changed_success'])
      const { body } = await ann.call('POST', '/api/v1/subscription/card')
      expect(body.url).toBe(`https://billing.stripe.com/p/session/${customer}`)
      const portal = stripe.calls.findLast(({ path }) => path === '/v1/billing_portal/sessions')
      expect(Object.fromEntries(portal!.form)).toEqual({
        customer,
        return_url: 'https://lectern.test/settings/subscription',
        'flow_data[type]': 'payment_method_update',
      })
      // A change of the customer that changes no card charges nothing.
      const confirmations = () => stripe.calls.filter(({ path }) => path.endsWith('/confirm')).length
      const before = confirmations()
      await deliver('customer.updated', { id: customer, object: 'customer' })
      await server.context.background.settle()
      expect(confirmations()).toBe(before)
      stripe.cardIs('works', { last4: '1881' })
      await deliver('customer.updated', { id: customer, object: 'customer' })
      await server.context.background.settle()
      expect([await states(ann), await movedOf(ann)]).toEqual([['paid', 'paid'], 1])
      expect((await ann.current()).renewal).toMatchObject({ state: 'renewing', card: { last4: '1881' } })
      // The failure that comes after the success is no news.
      await deliver('payment_intent.payment_failed', intent)
      expect((await ann.current()).renewal?.state).toBe('renewing')
    },
  )

  it('[43.8] waits for a charge that is under way, in whatever order its events come', async () => {
    const { ann } = await subscriber()
    stripe.cardIs('processing')
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'renewing' } })
    await ann.pass(2)
    expect(await movedOf(ann)).toBe(0)
    const intent = await intentOf(ann)
    await deliver('payment_intent.payment_failed', intent)
    expect((await ann.current()).renewal?.state).toBe('past_due')
    await deliver('payment_intent.succeeded', intent)
    expect((await ann.current()).renewal?.state).toBe('renewing')
    expect([await states(ann), await periods(ann)]).toEqual([['paid', 'paid'], 2])
  })

  it('[43.8] charges a period once, also where another plan is chosen while a charge is under way', async () => {
    const { ann } = await subscriber('business')
    stripe.cardIs('processing')
    await ann.pass(MONTH)
    const intent = await intentOf(ann)
    stripe.cardIs('works')
    await ann.change('pro')
    const due = 'update organization_renewals set next_at = now() where organization_id = $1'
    await server.database.pool.query(due, [ann.organizationId])
    await ann.pass(0)
    const intents = () => [...stripe.intents.values()].filter(({ customer }) => customer === intent.customer)
    expect(intents()).toEqual([intent])
    await deliver('payment_intent.succeeded', intent)
    await ann.pass(0)
    expect([intents(), await periods(ann)]).toEqual([[intent], 2])
    expect(await ann.current()).toMatchObject({ plan_id: 'business', renewal: { state: 'renewing' } })
  })

  /** A declined charge whose order was replaced: by a page that no one pays on, and then by another charge. */
  const replaced = async () => {
    const { ann } = await subscriber()
    stripe.cardIs('declined')
    await ann.pass(MONTH)
    const before = structuredClone(await intentOf(ann))
    await ann.change('pro', { renew: true })
    return { ann, before }
  }
  /** The next attempt for the same period, which a page left open does not hold up any more. */
  const tryAgain = async (ann: Payer) => {
    for (const due of [
      'update organization_renewals set next_at = now() where organization_id = $1',
      "update payments set created_at = created_at - interval '3 hours' where organization_id = $1",
    ])
      await server.database.pool.query(due, [ann.organizationId])
    await ann.pass(0)
  }

  it('[43.8] carries out one of two orders that share a charge, although its event names the former', async () => {
    const { ann, before } = await replaced()
    stripe.cardIs('works')
    await tryAgain(ann)
    const intent = await intentOf(ann)
    expect([intent.id, intent.metadata]).toEqual([
      before.id,
      { ...before.metadata, order: await orderOf(ann) },
    ])
    const outcome = ['paid', 'canceled', 'canceled', 'paid']
    expect([await states(ann), await periods(ann), await invoicesOf(ann)]).toEqual([outcome, 2, 2])
    await deliver('payment_intent.succeeded', { ...before, status: 'succeeded' })
    expect([await states(ann), await periods(ann), await invoicesOf(ann)]).toEqual([outcome, 2, 2])
  })

  it('[43.8] carries out one of two orders that share a charge, although both are reported at once', async () => {
    const { ann, before } = await replaced()
    stripe.cardIs('works, lost')
    await tryAgain(ann)
    const intent = await intentOf(ann)
    expect(intent.id).toBe(before.id)
    const events = [before, intent].map((one) => deliver('payment_intent.succeeded', one))
    expect((await Promise.all(events)).map(({ statusCode }) => statusCode)).toEqual([200, 200])
    stripe.cardIs('works')
    await ann.pass(1)
    expect([await periods(ann), await invoicesOf(ann), await movedOf(ann)]).toEqual([2, 2, 1])
  })

  it('[attack S42] [43.8] takes nothing that is forged, of another amount, intent, order or customer', async () => {
    const { ann } = await subscriber()
    const bob = await subscriber()
    stripe.cardIs('processing')
    await ann.pass(MONTH)
    const intent = await intentOf(ann)
    expect(
      (await deliver('payment_intent.succeeded', intent, { secret: 'whsec_of_somebody_else' })).statusCode,
    ).toBe(400)
    for (const change of [
      { amount: 1 },
      { currency: 'jpy' },
      { id: 'pi_other' },
      { metadata: {} },
      { metadata: { order: crypto.randomUUID() } },
      { metadata: { order: await orderOf(bob.ann) } },
      // Of something else that the account sells.
      { metadata: { order: 'order-1042' } },
    ]) {
      const answer = await deliver('payment_intent.succeeded', { ...intent, ...change })
      expect(answer.statusCode).toBe(200)
    }
    await deliver('customer.updated', { id: 'cus_of_nobody' })
    expect(await states(ann)).toEqual(['pending', 'paid'])
    expect(await states(bob.ann)).toEqual(['paid'])
    expect((await bob.ann.current()).renewal?.state).toBe('renewing')
  })

  it('[43.8] tries again within the hour while Stripe is away, and counts it as no failure of the card', async () => {
    const { ann } = await subscriber()
    stripe.fail(true)
    await ann.pass(MONTH)
    expect((await ann.call('POST', '/api/v1/subscription/card')).status).toBe(503)
    stripe.fail(false)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'renewing' } })
    expect(await ann.told()).toEqual(['plan_changed_success'])
    await ann.pass(0)
    expect([await states(ann), await periods(ann)]).toEqual([['paid', 'paid'], 2])
    expect(server.logs.join('')).not.toMatch(/sk_test_of_the_test|whsec_|cus_\d/)
  })
})
