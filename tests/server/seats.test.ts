import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invoices, payments } from '../../server/kernel/db/schema/index.ts'
import { type Payer, payer, subscribed } from '../harness/billing.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { signedEvent, startStripeServer } from '../harness/stripe.ts'

const MONTH = 31

describe('additional seats', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const subscriber = (plan = 'business', card = 'works') => subscribed(server, plan, card)
  const pay = async (ann: Payer, url: string) => {
    const token = new URL(url, server.url).searchParams.get('token') ?? ''
    await ann.post('/checkout', { token, decision: 'pay' })
  }
  const buy = async (ann: Payer, seats: number, plan = 'business') =>
    pay(ann, (await ann.change(plan, { seats })).body.payment_url)
  const membersOf = async (ann: Payer) => {
    const { body } = await ann.call('GET', `/api/v1/organizations/${ann.organizationId}/usage`)
    return body.meters.find(({ key }: { key: string }) => key === 'members')
  }
  const invoicesOf = async ({ organizationId }: Payer) => {
    const rows = await server.database.db
      .select({ content: invoices.content })
      .from(invoices)
      .innerJoin(payments, eq(payments.id, invoices.paymentId))
      .where(eq(payments.organizationId, organizationId))
      .orderBy(payments.number)
    return rows.map(({ content }) => content)
  }
  const fill = ({ organizationId }: Payer, members: number) =>
    server.database.db.execute(sql`
      with people as (
        insert into users (email, password_hash)
        select gen_random_uuid() || '@example.test', '' from generate_series(2, ${members}::int) returning id
      )
      insert into memberships (organization_id, user_id, role) select ${organizationId}, id, 'viewer' from people`)

  it('[43.8] make room for 200 people on Business at once, for what is left of the period', async () => {
    const ann = await subscriber()
    await ann.pass(15)
    const before = await ann.current()
    const { body: preview } = await ann.call('GET', '/api/v1/subscription/preview?plan_id=business&seats=150')
    expect(preview).toMatchObject({ effective_at: null, next_amount: 19_900 + 150 * 400, over: [] })
    await buy(ann, 150)
    const now = await ann.current()
    expect(now).toMatchObject({ plan_id: 'business', seats: 150, next: null, period_end: before.period_end })
    expect(await membersOf(ann)).toMatchObject({ limit: 200 })
    const [seats, plan] = await ann.payments()
    expect(plan).toMatchObject({ kind: 'change', amount: 19_900 })
    expect(seats).toMatchObject({ kind: 'seats', seats: 150, invoice: { kind: 'receipt' } })
    expect(Math.abs((preview.due_now ?? 0) - (seats?.amount ?? 0))).toBeLessThan(10)
    const share = (seats?.amount ?? 0) / (150 * 400)
    expect(share).toBeGreaterThan(13 / 31)
    expect(share).toBeLessThan(17 / 28)
    // The card renews plan and seats.
    expect(now.renewal).toMatchObject({ state: 'renewing', amount: 79_900 })
    await ann.pass(MONTH - 15)
    expect((await ann.payments())[0]).toMatchObject({
      kind: 'renewal',
      amount: 79_900,
      seats: 150,
      status: 'paid',
    })
    expect(await ann.current()).toMatchObject({ seats: 150 })
  })

  it('[43.8] become fewer with the next period, and not fewer than there are members', async () => {
    const ann = await subscriber('pro')
    await buy(ann, 10, 'pro')
    await fill(ann, 20)
    expect(await ann.change('pro', { seats: 4 })).toMatchObject({
      status: 409,
      body: {
        code: 'seats_in_use',
        detail: 'There are 20 members: keep at least 5 additional seats, or remove members first.',
      },
    })
    expect((await ann.change('pro', { seats: 5 })).body.subscription).toMatchObject({
      seats: 10,
      next: { plan_id: 'pro', seats: 5, paid: false },
      renewal: { amount: 5900 + 5 * 400 },
    })
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', seats: 5 })
    expect(await membersOf(ann)).toMatchObject({ used: 20, limit: 20 })
  })

  it('[43.8] are sold where it makes sense, and up to a number', async () => {
    const ann = await subscriber('starter')
    expect((await ann.change('starter', { seats: 1 })).body.fields).toEqual({
      seats: 'This plan has no additional seats.',
    })
    expect((await ann.change('business', { seats: 451 })).body.fields).toEqual({
      seats: 'This plan can have up to 450 additional seats.',
    })
  })

  it('[43.8] have a line of their own on the invoices', async () => {
    const ann = await subscriber('pro')
    await buy(ann, 1, 'pro')
    await buy(ann, 3, 'pro')
    await ann.pass(MONTH)
    expect((await invoicesOf(ann)).map(({ lines }) => lines)).toEqual([
      [{ text: 'Lectern Pro, one month', amount: 5900 }],
      [{ text: 'Lectern Pro, 1 additional seat until the end of the period', amount: expect.any(Number) }],
      [{ text: 'Lectern Pro, 2 additional seats until the end of the period', amount: expect.any(Number) }],
      [
        { text: 'Lectern Pro, one month', amount: 5900 },
        { text: '3 additional seats, one month', amount: 1200 },
      ],
    ])
  })

  it('[43.8] that were to become fewer stay when more are bought', async () => {
    const ann = await subscriber('pro')
    await buy(ann, 4, 'pro')
    await ann.change('pro', { seats: 1 })
    expect((await ann.change('pro', { seats: 4 })).body.code).toBe('current_plan')
    await buy(ann, 5, 'pro')
    expect(await ann.current()).toMatchObject({ seats: 5, next: null, renewal: { amount: 5900 + 5 * 400 } })
    const outcome = (await ann.payments())[0]
    expect(outcome).toMatchObject({ kind: 'seats', seats: 1 })
  })

  it('[43.8] cost ten months by the year', async () => {
    const ann = await subscriber('pro')
    await buy(ann, 2, 'pro')
    const yearly = await ann.call('GET', '/api/v1/subscription/preview?plan_id=pro&interval=year')
    expect(yearly.body).toMatchObject({ seats: 2, next_amount: 59_000 + 2 * 4000 })
    await pay(ann, (await ann.change('pro', { interval: 'year' })).body.payment_url)
    expect(await ann.current()).toMatchObject({ interval: 'year', seats: 2 })
  })

  it('[43.8] come along to a smaller plan for the people there are, and to none that sells no seats', async () => {
    const ann = await subscriber('business')
    await buy(ann, 10)
    await fill(ann, 18)
    expect((await ann.change('pro')).body.subscription.next).toMatchObject({ plan_id: 'pro', seats: 3 })
    expect((await ann.change('starter')).body.subscription.next).toMatchObject({
      plan_id: 'starter',
      seats: 0,
    })
    await ann.pass(MONTH)
    expect(await membersOf(ann)).toMatchObject({ used: 18, limit: 5 })
  })

  it('[43.8] are waited for by the renewal while their page is open, and renew with it', async () => {
    const ann = await subscriber('pro')
    const open = await ann.change('pro', { seats: 5 })
    await server.database.db.execute(sql`
      update plan_periods set starts_at = starts_at - interval '31 days', ends_at = ends_at - interval '31 days'
      where organization_id = ${ann.organizationId}`)
    await server.database.db.execute(sql`
      update organization_renewals set next_at = next_at - interval '31 days'
      where organization_id = ${ann.organizationId}`)
    await server.sweep()
    await server.context.background.settle()
    expect(await ann.payments()).toHaveLength(2)
    await pay(ann, open.body.payment_url)
    await ann.pass(0)
    expect((await ann.payments())[0]).toMatchObject({
      kind: 'renewal',
      seats: 5,
      amount: 7900,
      status: 'paid',
    })
    expect(await ann.current()).toMatchObject({ seats: 5, renewal: { state: 'renewing' } })
  })

  it('[43.8] cannot be paid any more once the plan was renewed without them', async () => {
    const ann = await subscriber('pro')
    const open = await ann.change('pro', { seats: 5 })
    await ann.pass(MONTH)
    await pay(ann, open.body.payment_url)
    expect((await ann.payments()).map(({ kind, status }) => [kind, status])).toEqual([
      ['renewal', 'paid'],
      ['seats', 'canceled'],
      ['change', 'paid'],
    ])
    expect(await ann.current()).toMatchObject({ seats: 0 })
  })

  it('[43.8] that are too many for a card that is declined can be fewer at the next try', async () => {
    const ann = await subscriber('pro', 'declines')
    await buy(ann, 5, 'pro')
    await ann.pass(MONTH)
    expect((await ann.payments())[0]).toMatchObject({ status: 'pending', amount: 7900 })
    await ann.change('pro', { seats: 2 })
    await ann.pass(2)
    expect((await ann.payments()).slice(0, 2)).toMatchObject([
      { status: 'pending', amount: 6700 },
      { status: 'canceled', amount: 7900 },
    ])
  })

  it('[43.8] of two paid periods are worth more than a larger plan, which then waits for the second', async () => {
    const ann = await payer(server)
    await ann.fillIn()
    await pay(ann, (await ann.change('pro', { seats: 35 })).body.payment_url)
    await ann.pass(20)
    await pay(ann, (await ann.change('pro')).body.payment_url)
    expect(await ann.current()).toMatchObject({ next: { plan_id: 'pro', seats: 35, paid: true } })
    expect((await ann.change('business')).body.code).toBe('next_paid')
    // Both periods are given the seats that come later, each at its price.
    await server.database.db.execute(sql`
      update plan_periods set seats = 30 where organization_id = ${ann.organizationId}`)
    const { body } = await ann.call('GET', '/api/v1/subscription/preview?plan_id=pro&seats=31')
    expect(body.due_now).toBeGreaterThan(400 + 100)
    await buy(ann, 31, 'pro')
    expect(await ann.current()).toMatchObject({ seats: 31, next: { seats: 31 } })
  })

  it('[43.8] are no period: the version before cannot settle what was paid for them', async () => {
    const ann = await subscriber('pro')
    await ann.change('pro', { seats: 5 })
    const settle = server.database.db.execute(sql`
      insert into plan_periods (organization_id, plan_id, interval, starts_at, ends_at, value, payment_id)
      select organization_id, plan_id, interval, now(), now() + interval '1 month', 5900, id from payments
      where organization_id = ${ann.organizationId} and kind = 'seats'`)
    await expect(settle).rejects.toMatchObject({
      cause: { message: expect.stringContaining('seats are no period') },
    })
  })

  it('[43.8] come along to a larger plan as far as it has no room of its own', async () => {
    const ann = await subscriber('pro')
    await buy(ann, 35, 'pro')
    await pay(ann, (await ann.change('business')).body.payment_url)
    expect(await ann.current()).toMatchObject({ plan_id: 'business', seats: 0 })
    expect((await ann.payments())[0]?.credit).toBeGreaterThan(19_700)
  })

  it('[43.8] are offered, beside a larger plan, to who has no room for more members', async () => {
    const ann = await subscriber('pro')
    await fill(ann, 15)
    const full = server.context.limits.within(ann.organizationId, { members: 1 }, async () => 'added')
    await expect(full).rejects.toMatchObject({
      status: 402,
      body: {
        upgrade_plan_id: 'business',
        seats_plan_id: 'pro',
        detail:
          'The Pro plan has room for 15 members. Business has room for more. An owner can also add seats under Settings → Subscription.',
      },
    })
  })

  it('[43.8] are not sold while the renewal of the plan is not paid', async () => {
    const ann = await subscriber('pro', 'declines')
    await ann.pass(MONTH)
    expect((await ann.change('pro', { seats: 5 })).body).toMatchObject({ code: 'renewal_unpaid' })
    // [43] nor offered.
    await fill(ann, 15)
    const full = server.context.limits.within(ann.organizationId, { members: 1 }, async () => 'added')
    await expect(full).rejects.toMatchObject({
      status: 402,
      body: { upgrade_plan_id: 'business', seats_plan_id: null },
    })
  })
})

describe('additional seats by Stripe', () => {
  let server: TestServer
  let stripe: Awaited<ReturnType<typeof startStripeServer>>
  beforeAll(async () => {
    stripe = await startStripeServer()
    server = await startTestServer({ stripe: stripe.settings, publicUrl: 'https://lectern.test/' })
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
  })

  const placed = async (ann: Payer, plan: string, more: object = {}) => {
    await ann.change(plan, more)
    const { rows } = await server.database.pool.query(
      'select * from payments where organization_id = $1 order by number desc limit 1',
      [ann.organizationId],
    )
    return rows[0]
  }
  const confirm = ({ id, provider_id, amount }: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/payments/stripe/webhook',
      ...signedEvent('checkout.session.completed', {
        id: provider_id,
        client_reference_id: id,
        payment_status: 'paid',
        amount_total: amount,
        currency: 'usd',
      }),
    })
  const subscriber = async () => {
    const ann = await payer(server)
    await ann.fillIn()
    await confirm(await placed(ann, 'pro'))
    return ann
  }

  it('[43.8] of two pages that are both paid are both given, and each once', async () => {
    const ann = await subscriber()
    const first = await placed(ann, 'pro', { seats: 2 })
    const second = await placed(ann, 'pro', { seats: 3 })
    expect(
      stripe.calls
        .findLast(({ path }) => path === '/v1/checkout/sessions')
        ?.form.get('line_items[0][price_data][product_data][name]'),
    ).toBe('Lectern Pro, 3 additional seats')
    for (const order of [second, first, first]) await confirm(order)
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', seats: 5 })
    expect(await ann.payments()).toHaveLength(3)
  })

  it('[43.8] that are paid after another plan has begun are credited with the next change', async () => {
    const ann = await subscriber()
    const late = await placed(ann, 'pro', { seats: 10 })
    await confirm(await placed(ann, 'business'))
    await confirm(late)
    expect(await ann.current()).toMatchObject({ plan_id: 'business', seats: 0 })
    const outcome = await ann.call('GET', `/api/v1/payments/${late.reference}`)
    expect(outcome.body).toMatchObject({ plan_name: 'Business', more_seats: null, credited: true })
    const { credit } = await placed(ann, 'business', { interval: 'year' })
    expect(credit).toBeGreaterThan(19_900 + 3900 - 100)
  })
})
