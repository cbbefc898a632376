import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createOrders, ORDER_SECONDS } from '../../server/billing/payments/embedded.ts'
import { renewals } from '../../server/kernel/db/schema/index.ts'
import { type Payer, payer, subscribed } from '../harness/billing.ts'
import { mailsTo } from '../harness/mails.ts'
import { serve } from '../harness/serve.ts'
import { startTestServer } from '../harness/server.ts'

const WORKS = { brand: 'test', last4: '4242', expires: '2039-12' }
const DECLINES = { brand: 'test', last4: '0341', expires: '2039-12' }
const MONTH = 31
const DAY = 86_400_000 // ms

describe('a plan that renews', async () => {
  const server = await serve()

  const tokenOf = (url: string) => new URL(url, 'http://x').searchParams.get('token') ?? ''
  const subscriber = (card = 'works', plan = 'pro') => subscribed(server, plan, card)
  const yearly = async () => {
    const ann = await payer(server)
    await ann.fillIn()
    const { body } = await ann.change('pro', { interval: 'year', renew: true })
    await ann.post('/checkout', { token: tokenOf(body.payment_url), decision: 'pay', card: 'works' })
    return ann
  }
  const states = async (ann: Payer) => (await ann.payments()).map(({ status, plan_id }) => [plan_id, status])
  const mails = async (ann: Payer) =>
    (await mailsTo(server, ann.person.user.email)).map(({ subject }) => subject)

  it('[43.8] is told of before it is paid: when, for how much, and how to stop it', async () => {
    const ann = await payer(server)
    await ann.fillIn()
    const ordered = await ann.change('pro', { renew: true })
    const page = (await server.inject({ url: ordered.body.payment_url })).body
    expect(page).toMatch(/Pro renews on \w+ \d+, \d{4} \(UTC\), and every month after that, for \$59\.00\./)
    expect(page).toContain('until you stop the renewal under Settings → Subscription')
    const once = await ann.change('pro')
    expect((await server.inject({ url: once.body.payment_url })).body).not.toContain('renews')
    await ann.post('/checkout', { token: tokenOf(once.body.payment_url), decision: 'pay', card: 'works' })
    expect((await ann.current()).renewal).toBeNull()
  })

  it('[43.8] is charged at the end of each period, with an invoice, and goes on without a gap', async () => {
    const ann = await subscriber()
    const before = await ann.current()
    expect(before.renewal).toEqual({
      state: 'renewing',
      charged_at: before.period_end,
      amount: 5900,
      card: WORKS,
      test: true,
      ends_at: null,
    })
    expect(before.renewable).toBe(false)
    await ann.pass(20)
    expect(await states(ann)).toHaveLength(1)
    await ann.pass(MONTH - 20)
    expect(await ann.current()).toMatchObject({
      plan_id: 'pro',
      status: 'paid',
      renewal: { state: 'renewing' },
    })
    const [renewed, first] = await ann.payments()
    expect([renewed, first]).toMatchObject([
      { status: 'paid', amount: 5900, credit: 0, invoice: { kind: 'receipt' } },
      { status: 'paid' },
    ])
    expect(renewed?.invoice?.number).not.toBe(first?.invoice?.number)
    const numberOf = (payment: typeof renewed) => Number(payment?.invoice?.number.slice(5))
    expect(numberOf(renewed)).toBeGreaterThan(numberOf(first))
    const { rows } = await server.database.pool.query(
      'select starts_at, ends_at from plan_periods where organization_id = $1 order by starts_at',
      [ann.organizationId],
    )
    expect(rows).toHaveLength(2)
    expect(rows[1].starts_at).toEqual(rows[0].ends_at)
    // Another pass in the same period charges nothing.
    await ann.pass(0)
    expect(await states(ann)).toHaveLength(2)
    expect(await ann.told()).toEqual(['plan_changed_success', 'plan_changed_success'])
  })

  it('[43.8] is left to the next pass where the process ends', async () => {
    const ann = await subscriber()
    const ending = vi.spyOn(server.context.background, 'isEnding').mockReturnValue(true)
    await ann.pass(MONTH)
    expect(await states(ann)).toHaveLength(1)
    ending.mockRestore()
    await ann.pass(0)
    expect(await states(ann)).toHaveLength(2)
  })

  it('[43.8] goes on while its card is declined, is paid by another card, and says so once', async () => {
    const ann = await subscriber('declines')
    // After the shortest of months, 31 days would take three of the days of grace.
    const due = Date.parse((await ann.current()).period_end ?? '')
    await ann.pass(Math.ceil((due - Date.now()) / DAY))
    const late = await ann.current()
    expect(late).toMatchObject({
      plan_id: 'pro',
      status: 'paid',
      renewable: true,
      renewal: { state: 'past_due', card: DECLINES },
    })
    const grace = Date.parse(late.renewal?.ends_at ?? '') - Date.parse(late.period_end ?? '')
    expect(grace / DAY).toBe(7)
    await ann.pass(2)
    await ann.pass(2)
    expect(await states(ann)).toEqual([
      ['pro', 'pending'],
      ['pro', 'paid'],
    ])
    expect(await ann.told()).toEqual(['renewal_failure', 'plan_changed_success'])
    const sent = await mailsTo(server, ann.person.user.email)
    expect(sent.find(({ subject }) => subject === 'Acme: Pro could not be renewed')?.body).toContain(
      `/settings/subscription?organization=${ann.organizationId}`,
    )
    const { body } = await ann.call('POST', '/api/v1/subscription/card')
    const page = await server.inject({ url: body.url })
    expect(page.body).toContain('it moves no money')
    const chosen = await ann.post('/checkout/card', { token: tokenOf(body.url), card: 'works' })
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/settings/subscription'])
    await server.context.background.settle()
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'renewing', card: WORKS } })
    expect(await states(ann)).toEqual([
      ['pro', 'paid'],
      ['pro', 'paid'],
    ])
  })

  it('[43.8] ends after seven days of grace, and nothing is charged later', async () => {
    const ann = await subscriber('declines')
    for (const days of [MONTH, 2, 2, 2, 2]) await ann.pass(days)
    expect(await ann.current()).toMatchObject({ plan_id: 'free', status: 'free', renewal: null })
    expect(await states(ann)).toEqual([
      ['pro', 'failed'],
      ['pro', 'paid'],
    ])
    expect(await ann.told()).toEqual(['renewal_ended_failure', 'renewal_failure', 'plan_changed_success'])
    expect(await mails(ann)).toContain('Acme: Pro has ended')
    expect((await ann.renewal(true)).status).toBe(409)
    await ann.pass(30)
    expect(await states(ann)).toHaveLength(2)
  })

  it('[43.8] charges nothing after the days of grace, although nothing ran while they passed', async () => {
    const ann = await subscriber()
    await ann.pass(MONTH + 8)
    expect(await ann.current()).toMatchObject({ plan_id: 'free' })
    expect(await states(ann)).toEqual([['pro', 'paid']])
  })

  it('[43.8] is announced once, seven days before a year is charged', async () => {
    const ann = await yearly()
    await ann.pass(355)
    expect(await ann.told()).not.toContain('renewal_ahead')
    await ann.pass(5)
    await ann.pass(1)
    const announced = (await ann.call('GET', '/api/v1/notifications')).body.filter(
      ({ type }: { type: string }) => type === 'renewal_ahead',
    )
    expect(announced).toMatchObject([
      {
        title: expect.stringMatching(/^Pro renews in [5-7] days$/),
        message:
          'Your card will be charged 590 USD. You can change or stop this under Settings → Subscription.',
        link: '/settings/subscription',
      },
    ])
    expect((await mails(ann)).filter((subject) => subject.startsWith('Acme: Pro renews in'))).toHaveLength(1)
  })

  it('[43.8] is announced later where it failed, which stops neither another announcement nor a charge', async () => {
    const people = [await yearly(), await yearly()]
    const due = await subscriber()
    const announced = async () => {
      const all = await Promise.all(people.map(async (ann) => [...(await ann.told()), ...(await mails(ann))]))
      return all.flat().filter((what) => what === 'renewal_ahead' || what.startsWith('Acme: Pro renews in'))
    }
    const notify = vi.spyOn(server.context.notifications, 'notify').mockRejectedValue(new Error('away'))
    for (const ann of people) await ann.pass(360)
    expect(await announced()).toEqual([])
    notify.mockRestore()
    vi.spyOn(server.context.notifications, 'notify').mockRejectedValueOnce(new Error('away'))
    await due.pass(MONTH)
    expect(await states(due)).toEqual([
      ['pro', 'paid'],
      ['pro', 'paid'],
    ])
    expect(await announced()).toHaveLength(2)
    for (let pass = 0; pass < 2; pass++) await due.pass(0)
    expect(await announced()).toHaveLength(4)
  })

  it('[43.8] is announced where another amount is charged than last time, and where it is stopped it is not', async () => {
    const [same, other, stopped] = [await subscriber(), await subscriber(), await subscriber()]
    for (const ann of [other, stopped]) {
      const { body } = await ann.change('pro', { seats: 5 })
      await ann.post('/checkout', { token: tokenOf(body.payment_url), decision: 'pay' })
    }
    await stopped.renewal(false)
    for (const ann of [same, other, stopped]) await ann.pass(26)
    expect(await other.told()).toContain('renewal_ahead')
    for (const ann of [same, stopped]) expect(await ann.told()).not.toContain('renewal_ahead')
  })

  it('[43.8] is not charged by a quiet copy', async () => {
    const copy = await startTestServer({ quiet: true })
    const ann = await subscribed(copy)
    await ann.pass(MONTH)
    expect(await states(ann)).toEqual([['pro', 'paid']])
    await copy.close()
  })

  it('[43.8] can be paid by hand while it is past due, from the day on which it was due', async () => {
    const ann = await subscriber('declines')
    await ann.pass(MONTH)
    const due = (await ann.current()).period_end
    await ann.subscribe('pro')
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'renewing', card: WORKS } })
    const { rows } = await server.database.pool.query(
      'select starts_at from plan_periods where organization_id = $1 order by starts_at desc',
      [ann.organizationId],
    )
    expect(rows[0].starts_at.toISOString()).toBe(due)
    expect((await states(ann)).map(([, status]) => status)).toEqual(['paid', 'canceled', 'paid'])
  })

  it('[43.8] waits for somebody who is paying by hand just now', async () => {
    const ann = await subscriber('declines')
    await ann.pass(MONTH)
    await ann.change('pro', { renew: true })
    await ann.pass(3)
    expect((await states(ann))[0]).toEqual(['pro', 'pending'])
    const url = (await ann.change('pro')).body.payment_url as string
    const attempts = () =>
      server.database.pool
        .query('select attempts from organization_renewals where organization_id = $1', [ann.organizationId])
        .then(({ rows }) => rows[0].attempts)
    const before = await attempts()
    await ann.pass(0)
    expect(await attempts()).toBe(before)
    await ann.post('/checkout', { token: tokenOf(url), decision: 'pay' })
    // What is paid without a wish to renew renews no more.
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'canceled' } })
  })

  it('is none if another provider has its card: the next period is paid by hand, without days of grace', async () => {
    const isOfStripe = (ann: Payer) =>
      server.context.db
        .update(renewals)
        .set({ provider: 'stripe' })
        .where(eq(renewals.organizationId, ann.organizationId))
    const [ann, zoe] = [await subscriber(), await yearly()]
    await isOfStripe(ann)
    await isOfStripe(zoe)
    await zoe.pass(360)
    expect(await zoe.told()).not.toContain('renewal_ahead')
    await ann.pass(20)
    expect(await ann.current()).toMatchObject({ status: 'paid', renewable: true, renewal: null })
    expect((await ann.renewal(false)).status).toBe(409)
    await ann.pass(MONTH - 20)
    expect(await ann.current()).toMatchObject({ plan_id: 'free' })
    await ann.subscribe('pro')
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', renewal: { state: 'renewing', card: WORKS } })
  })

  it('[43.8] can be stopped, resumed, and stopped: it ends with what is paid', async () => {
    const ann = await subscriber()
    expect((await ann.renewal(false)).body).toMatchObject({
      plan_id: 'pro',
      status: 'paid',
      renewal: { state: 'canceled' },
    })
    expect((await ann.renewal(true)).body).toMatchObject({ renewal: { state: 'renewing' } })
    await ann.renewal(false)
    await ann.renewal(false)
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'free' })
    expect(await states(ann)).toEqual([['pro', 'paid']])
  })

  it('[43.8] cannot be resumed after the plan has ended', async () => {
    const ann = await subscriber()
    await ann.renewal(false)
    await ann.pass(MONTH + 1)
    expect(await ann.current()).toMatchObject({ plan_id: 'free', renewal: null })
    expect((await ann.renewal(true)).body).toMatchObject({ code: 'nothing_renews' })
    await ann.pass(0)
    expect(await states(ann)).toEqual([['pro', 'paid']])
  })

  it('[43.8] can be stopped while it is past due: the plan ends at once, and its order is closed', async () => {
    const ann = await subscriber('declines')
    await ann.pass(MONTH)
    expect((await ann.renewal(false)).body).toMatchObject({ plan_id: 'free', renewal: null })
    expect(await states(ann)).toEqual([
      ['pro', 'canceled'],
      ['pro', 'paid'],
    ])
    expect((await ann.renewal(true)).body).toMatchObject({ code: 'nothing_renews' })
  })

  it('[43.8] changes at no date while it is past due: to Free at once, to a smaller plan with the renewal', async () => {
    const ann = await subscriber('declines')
    const preview = async (plan: string) =>
      (await ann.call('GET', `/api/v1/subscription/preview?plan_id=${plan}`)).body
    const { period_end } = await ann.current()
    expect(await preview('free')).toMatchObject({ effective_at: period_end, due_now: null })
    await ann.pass(MONTH)
    for (const plan of ['free', 'starter'])
      expect(await preview(plan)).toMatchObject({ effective_at: null, due_now: null })
    await ann.change('starter')
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', next: { plan_id: 'starter' } })
    await ann.change('free')
    expect(await ann.current()).toMatchObject({ plan_id: 'free', next: null })
  })

  it('[43.8] writes into the audit log when it is stopped and resumed', async () => {
    const ann = await subscriber()
    await ann.renewal(false)
    await ann.renewal(true)
    const { rows } = await server.database.pool.query(
      "select action from audit_entries where organization_id = $1 and action like 'plan.renewal%' order by at",
      [ann.organizationId],
    )
    expect(rows.map(({ action }) => action)).toEqual(['plan.renewal_stopped', 'plan.renewal_resumed'])
  })

  it('[43.8] renews as the smaller plan that was planned, and not at all as Free', async () => {
    const ann = await subscriber()
    await ann.change('starter')
    expect((await ann.current()).renewal).toMatchObject({ state: 'renewing', amount: 1900 })
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'starter', status: 'paid', next: null })
    await ann.change('free')
    expect((await ann.current()).renewal).toMatchObject({ state: 'canceled' })
    await ann.renewal(true)
    expect(await ann.current()).toMatchObject({ next: null, renewal: { state: 'renewing' } })
    await ann.change('free')
    await ann.pass(MONTH)
    expect(await ann.current()).toMatchObject({ plan_id: 'free' })
    expect(await states(ann)).toHaveLength(2)
  })

  it('[43.8] takes the unused time off an upgrade, and renews as the larger plan', async () => {
    const ann = await subscriber('works', 'starter')
    await ann.pass(15)
    await ann.subscribe('pro')
    const [upgrade] = await ann.payments()
    expect(upgrade?.credit).toBeGreaterThan(0)
    await ann.pass(MONTH)
    expect((await ann.payments())[0]).toMatchObject({
      plan_id: 'pro',
      amount: 5900,
      credit: 0,
      status: 'paid',
    })
  })

  it('[43.8] is nobody else’s: without a card of one’s own there is nothing to stop or to change', async () => {
    const ann = await subscriber()
    const bob = await payer(server)
    expect((await bob.renewal(false)).body).toMatchObject({ code: 'nothing_renews' })
    expect((await bob.call('POST', '/api/v1/subscription/card')).status).toBe(409)
    expect((await ann.current()).renewal).toMatchObject({ state: 'renewing' })
  })

  it('[43.8] refuses a page for a card that is forged, of an order, or late', async () => {
    const ann = await subscriber()
    const sign = (kind: 'order' | 'card', now?: number) =>
      createOrders(server.config.jwtSecret, kind).sign(ann.organizationId, now)
    const late = await sign('card', Date.now() - (ORDER_SECONDS + 1) * 1000)
    for (const [token, status] of [
      ['', 404],
      [await sign('order'), 404],
      [ann.person.tokens.access_token, 404],
      [late, 410],
    ] as const) {
      expect((await server.inject({ url: `/checkout/card?token=${token}` })).statusCode).toBe(status)
      expect((await ann.post('/checkout/card', { token, card: 'declines' })).statusCode).toBe(status)
    }
    expect((await ann.current()).renewal?.card).toEqual(WORKS)
  })
})
