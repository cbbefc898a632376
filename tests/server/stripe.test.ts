import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invoices, payments, planPeriods } from '../../server/kernel/db/schema/index.ts'
import { payer } from '../harness/billing.ts'
import { signedEvent } from '../harness/stripe.ts'
import { serveStripe } from '../harness/stripe-subscribers.ts'

describe('payments by Stripe', async () => {
  const { stripe, server } = await serveStripe()

  const sessionOf = (payment: typeof payments.$inferSelect | undefined) => ({
    id: payment?.providerId,
    object: 'checkout.session',
    client_reference_id: payment?.id,
    payment_status: 'paid',
    amount_total: payment?.amount,
    currency: 'usd',
  })
  const ordered = async () => {
    const { call, organizationId: id, current, ...ann } = await payer(server)
    await ann.fillIn()
    const change = (more: object = {}) => ann.change('business', more)
    const { body } = await change()
    const ofOrganization = () =>
      server.database.db
        .select()
        .from(payments)
        .where(eq(payments.organizationId, id))
        .orderBy(desc(payments.number))
    const [payment] = await ofOrganization()
    return {
      url: body.payment_url as string,
      session: sessionOf(payment),
      current,
      plan: async () => (await current()).plan_id,
      outcome: async (reference: string) => (await call('GET', `/api/v1/payments/${reference}`)).body,
      told: async () =>
        (await call('GET', '/api/v1/notifications')).body.map(({ title }: { title: string }) => title),
      change,
      payments: ofOrganization,
      status: async () => (await ann.payments())[0]?.status,
      periods: () => server.database.db.select().from(planPeriods).where(eq(planPeriods.organizationId, id)),
    }
  }
  const deliver = (event: { payload: string; headers: Record<string, string> }) =>
    server.inject({ method: 'POST', url: '/api/v1/payments/stripe/webhook', ...event })

  it('[S4.13] orders a checkout session and leads there; the plan waits', async () => {
    const { url, plan } = await ordered()
    expect(url).toMatch(/^https:\/\/checkout\.stripe\.com\//)
    const { path, form, headers } = stripe.calls.at(-1)!
    expect(path).toBe('/v1/checkout/sessions')
    expect(headers.authorization).toBe('Bearer sk_test_of_the_test')
    expect(headers['idempotency-key']).toBe(form.get('client_reference_id'))
    expect(Object.fromEntries(form)).toMatchObject({
      mode: 'payment',
      customer_email: 'ada@northwind.example',
      'line_items[0][price_data][unit_amount]': '19900',
      'line_items[0][price_data][currency]': 'usd',
      success_url: expect.stringMatching(/^https:\/\/lectern\.test\/payment-success\?order=[\w-]{24}$/),
      cancel_url: 'https://lectern.test/pricing',
    })
    expect(await plan()).toBe('pro')
  })

  it('changes the plan when the payment is confirmed, once', async () => {
    const { session, plan, status, periods } = await ordered()
    const event = signedEvent('checkout.session.completed', session)
    expect((await deliver(event)).json()).toEqual({ received: true })
    expect([await plan(), await status()]).toEqual(['business', 'paid'])
    expect((await deliver(event)).json()).toEqual({ received: true, repeated: true })
    // Another event about the same order begins no second period.
    await deliver(signedEvent('checkout.session.async_payment_succeeded', session))
    expect(await periods()).toHaveLength(1)
  })

  it('[S4.13] carries out a payment whose event could neither be handled nor forgotten, when it is repeated', async () => {
    const { session, plan, status } = await ordered()
    const event = signedEvent('checkout.session.completed', session)
    const { db } = server.database
    await db.execute(
      sql`create function be_away() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`,
    )
    await db.execute(
      sql`create trigger away before insert on invoices for each row execute function be_away()`,
    )
    await db.execute(
      sql`create trigger away before delete on payment_events for each row execute function be_away()`,
    )
    // Two deliveries at once: neither is told that the other has succeeded.
    const answers = await Promise.all([deliver(event), deliver(event)])
    await db.execute(sql`drop function be_away cascade`)
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([500, 500])
    expect([await plan(), await status()]).toEqual(['pro', 'pending'])
    expect((await deliver(event)).json()).toEqual({ received: true })
    expect([await plan(), await status()]).toEqual(['business', 'paid'])
  })

  it('[attack S42] refuses what is not signed, forged, changed or late', async () => {
    const { session, plan, status } = await ordered()
    const good = signedEvent('checkout.session.completed', session)
    const { 'content-type': type } = good.headers
    const refused = [
      { payload: good.payload, headers: { 'content-type': type } },
      signedEvent('checkout.session.completed', session, { secret: 'whsec_of_somebody_else' }),
      { ...good, payload: good.payload.replace('business', 'x').replace('"paid"', '"paid" ') },
      signedEvent('checkout.session.completed', session, { age: 301 }),
    ]
    for (const event of refused) {
      const answer = await deliver(event as typeof good)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'bad_event'])
    }
    expect([await plan(), await status()]).toEqual(['pro', 'pending'])
  })

  it('[attack S42] takes no confirmation of another amount, another session, or none', async () => {
    const { session, plan, status } = await ordered()
    for (const change of [
      { amount_total: 1 },
      { currency: 'jpy' },
      { id: 'cs_test_other' },
      { client_reference_id: crypto.randomUUID() },
      { client_reference_id: null },
      // Of something else that the account sells.
      { client_reference_id: 'order-1042' },
      { payment_status: 'unpaid' },
    ]) {
      const event = signedEvent('checkout.session.completed', { ...session, ...change })
      expect((await deliver(event)).statusCode).toBe(200)
    }
    expect([await plan(), await status()]).toEqual(['pro', 'pending'])
  })

  it('handles failed and abandoned payments; a late payment still counts', async () => {
    const failed = await ordered()
    await deliver(signedEvent('checkout.session.async_payment_failed', failed.session))
    expect([await failed.plan(), await failed.status()]).toEqual(['pro', 'failed'])
    const expired = await ordered()
    await deliver(signedEvent('checkout.session.expired', expired.session))
    expect(await expired.status()).toBe('canceled')
    await deliver(signedEvent('checkout.session.async_payment_succeeded', expired.session))
    expect([await expired.plan(), await expired.status()]).toEqual(['business', 'paid'])
  })

  it('closes the page of an order that another one replaces', async () => {
    const { session, change } = await ordered()
    await change({ interval: 'year' })
    expect(stripe.calls.map(({ path }) => path)).toContain(`/v1/checkout/sessions/${session.id}/expire`)
  })

  it('closes the page of an order that another one replaced before the page was there', async () => {
    const { change, payments } = await ordered()
    const held = stripe.hold('POST /v1/checkout/sessions')
    const older = change({ interval: 'year' })
    await held.reached
    const newer = change()
    await expect
      .poll(async () => (await payments()).map(({ status }) => status))
      .toEqual(['pending', 'canceled', 'canceled'])
    held.release()
    expect((await Promise.all([older, newer])).map(({ status }) => status)).toEqual([503, 200])
    const pages = (await payments()).map(({ providerId }) => `/v1/checkout/sessions/${providerId}/expire`)
    const closed = stripe.calls.map(({ path }) => path).filter((path) => pages.includes(path))
    expect(closed.sort()).toEqual(pages.slice(1).sort())
  })

  it.each([['older'], ['newer']])(
    'credits both of two open pages that are paid, the %s first',
    async (first) => {
      const { session, change, periods, payments, current } = await ordered()
      await change({ interval: 'year' })
      const [year] = await payments()
      const older = signedEvent('checkout.session.completed', session)
      const newer = signedEvent('checkout.session.completed', sessionOf(year))
      for (const event of first === 'older' ? [older, newer] : [newer, older]) await deliver(event)
      expect(await current()).toMatchObject({ plan_id: 'business', interval: 'year' })
      expect((await payments()).map(({ status }) => status)).toEqual(['paid', 'paid'])
      const now = new Date()
      const live = (await periods()).filter(({ endsAt }) => endsAt > now)
      expect(live).toHaveLength(1)
      // A few cents of the month may be used up.
      expect(live[0]!.value).toBeGreaterThan(19_900 + 199_000 - 5)
      expect(live[0]!.value).toBeLessThanOrEqual(19_900 + 199_000)
    },
  )

  it('says of a credited order what it brought, not that its plan has begun', async () => {
    const { session, change, payments, outcome, told } = await ordered()
    await change({ plan_id: 'pro', interval: 'year' })
    const [year, month] = await payments()
    for (const one of [sessionOf(year), session])
      await deliver(signedEvent('checkout.session.completed', one))
    expect(await outcome(month!.reference)).toMatchObject({
      plan_name: 'Pro',
      more_seats: null,
      credited: true,
      starts_at: null,
    })
    expect((await told()).toSorted()).toEqual([
      'A payment was credited to your Pro plan',
      'Your organization is on Pro',
    ])
    const [invoice] = await server.database.db
      .select()
      .from(invoices)
      .where(eq(invoices.paymentId, month!.id))
    expect(invoice?.content.lines).toEqual([
      {
        text: 'Order of Lectern Business, one month: credited to the current period of Lectern Pro',
        amount: 19_900,
      },
    ])
  })

  it('begins a replaced order that is worth more than the plan that runs', async () => {
    const { change, payments, periods, current, outcome, told } = await ordered()
    await change({ interval: 'year' })
    await change({ plan_id: 'starter' })
    const [starter, year] = await payments()
    for (const one of [starter, year])
      await deliver(signedEvent('checkout.session.completed', sessionOf(one)))
    expect(await current()).toMatchObject({ plan_id: 'business', interval: 'year' })
    expect((await outcome(year!.reference)).plan_name).toBe('Business')
    expect(await told()).toContain('Your organization is on Business')
    const live = (await periods()).filter(({ endsAt }) => endsAt > new Date())
    expect(live).toHaveLength(1)
    // A few cents of the month may be used up.
    expect(live[0]!.value).toBeGreaterThan(199_000 + 1_900 - 5)
  })

  it('credits what is paid for twice at the same moment', async () => {
    const { session, change, periods, payments } = await ordered()
    await change({ interval: 'year' })
    const [year] = await payments()
    await Promise.all(
      [session, sessionOf(year)].map((one) => deliver(signedEvent('checkout.session.completed', one))),
    )
    const now = new Date()
    const values = (await periods()).filter(({ endsAt }) => endsAt > now).map(({ value }) => value)
    expect(values).toEqual([expect.any(Number)])
    expect(values[0]).toBeGreaterThan(19_900 + 199_000 - 5)
  })

  it('says that it could not be reached, and tells nothing of the provider', async () => {
    const { change, plan } = await ordered()
    stripe.fail(true)
    const { status, body } = await change()
    stripe.fail(false)
    expect(status).toBe(503)
    expect(body.code).toBe('payment_away')
    expect(await plan()).toBe('pro')
    expect(server.logs.join('')).not.toMatch(/sk_test_of_the_test|whsec_/)
  })

  it('has no test checkout beside it', async () => {
    const headers = { accept: 'application/json' }
    expect((await server.inject({ url: '/checkout?token=x', headers })).statusCode).toBe(404)
  })
})
