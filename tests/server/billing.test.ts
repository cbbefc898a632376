import { and, eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createOrders, ORDER_SECONDS } from '../../server/billing/payments/embedded.ts'
import { endOfPeriod } from '../../server/billing/plans.ts'
import { organizations, payments, planPeriods } from '../../server/kernel/db/schema/index.ts'
import { Plan } from '../../src/services/contract/billing.ts'
import { type Payer, payer } from '../harness/billing.ts'
import { holdRows } from '../harness/held-rows.ts'
import { onPostgres } from '../harness/runs.ts'
import { serve } from '../harness/serve.ts'
import { billingDetails } from '../machines/samples.ts'

const DAY = 24 * 60 * 60 * 1000

describe('billing', async () => {
  const server = await serve()
  const newcomer = () => payer(server)
  const decide = (url: string, decision: 'pay' | 'decline', token?: string) =>
    server.inject({
      method: 'POST',
      url: '/checkout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ token: token ?? tokenOf(url), decision }).toString(),
    })
  const tokenOf = (url: string) => new URL(url, 'http://x').searchParams.get('token') ?? ''
  const outcomeOf = async (location: unknown) => {
    const reference = new URL(String(location), 'http://x').searchParams.get('order')
    return (await server.inject({ url: `/api/v1/payments/${reference}` })).json()
  }
  const buy = async (ann: Payer, plan: string, more: object = {}) => {
    const { body } = await ann.change(plan, more)
    return decide(body.payment_url, 'pay')
  }
  const paying = async (plan = 'pro', more: object = {}) => {
    const ann = await newcomer()
    await ann.fillIn()
    await buy(ann, plan, more)
    return ann
  }
  const movePeriod = (ann: Payer, change: { startsAt?: Date; endsAt?: Date }) =>
    server.database.db
      .update(planPeriods)
      .set(change)
      .where(eq(planPeriods.organizationId, ann.organizationId))

  describe('plans and subscriptions', () => {
    it('[S3.6] [S7.plans] [S9.8] are listed with their prices; Enterprise is Custom and by contact only', async () => {
      const ann = await newcomer()
      const plans = ((await ann.call('GET', '/api/v1/subscription/plans')).body as unknown[]).map((plan) =>
        Plan.parse(plan),
      )
      expect(plans.map(({ id, price, price_yearly }) => [id, price, price_yearly])).toEqual([
        ['free', 0, 0],
        ['starter', 19, 190],
        ['pro', 59, 590],
        ['business', 199, 1990],
        ['enterprise', 'Custom', null],
      ])
      expect(plans.at(-1)).toMatchObject({
        is_contact_only: true,
        contact_email: 'sales@lectern.example',
      })
    })

    it('[S3.7] [S7.current] [S9.7] begin with a trial of 14 days, and go back to Free without a payment', async () => {
      const ann = await newcomer()
      const current = await ann.current()
      expect(current).toMatchObject({ plan_id: 'pro', status: 'trial', next: null, renewable: false })
      const left = new Date(current.trial_end_date ?? 0).getTime() - Date.now()
      expect(left / DAY).toBeGreaterThan(13.9)
      expect(left / DAY).toBeLessThanOrEqual(14)
      await server.database.db
        .update(organizations)
        .set({ trialEndsAt: new Date(Date.now() - 1000) })
        .where(eq(organizations.id, ann.organizationId))
      expect(await ann.current()).toMatchObject({ plan_id: 'free', status: 'free', period_end: null })
    })

    it.each(['current', 'plans'])('are nobody else’s: %s wants a person', async (what) => {
      expect((await server.inject({ url: `/api/v1/subscription/${what}` })).statusCode).toBe(401)
    })

    it('[attack S42] [S5.8] refuse what cannot be chosen', async () => {
      const ann = await newcomer()
      expect((await ann.change('gold')).body.fields).toEqual({ plan_id: 'This plan does not exist.' })
      expect((await ann.change('enterprise')).body.fields).toEqual({
        plan_id: 'Please contact sales for this plan.',
      })
      const paid = await paying()
      expect(await paid.change('pro')).toMatchObject({
        status: 409,
        body: { detail: 'This is already your current plan.' },
      })
    })

    it('end a period at the same day, or the last of a shorter month', () => {
      expect(endOfPeriod(new Date('2026-01-31T10:00:00Z'), 'month').toISOString()).toBe(
        '2026-02-28T10:00:00.000Z',
      )
      expect(endOfPeriod(new Date('2024-02-29T10:00:00Z'), 'year').toISOString()).toBe(
        '2025-02-28T10:00:00.000Z',
      )
      expect(endOfPeriod(new Date('2026-12-15T10:00:00Z'), 'month').toISOString()).toBe(
        '2027-01-15T10:00:00.000Z',
      )
    })
  })

  describe('billing details', () => {
    it('[S3.5] [S7.billing-get] [S7.billing-post] are not there, then as they were saved', async () => {
      const ann = await newcomer()
      expect((await ann.call('GET', '/api/v1/users/billing-details')).status).toBe(404)
      expect(await ann.fillIn()).toEqual({ status: 200, body: billingDetails })
      expect(await ann.call('GET', '/api/v1/users/billing-details')).toEqual({
        status: 200,
        body: billingDetails,
      })
    })

    it('[S5.3] [S5.4] say which field is wrong', async () => {
      const ann = await newcomer()
      const { status, body } = await ann.fillIn({ ...billingDetails, name: ' ', email: 'ada', country: 'XX' })
      expect(status).toBe(422)
      expect(body.fields).toEqual({
        name: 'Please fill in the name field.',
        email: 'Please enter a valid email address.',
      })
      expect((await ann.fillIn({ ...billingDetails, country: 'XX' })).body.fields).toEqual({
        country: 'Please choose a country.',
      })
    })

    it('[S7.countries] may be in any country', async () => {
      const ann = await newcomer()
      const { body } = await ann.call('GET', '/api/v1/users/billing-details/supported-countries')
      expect(body).toContain('NO')
      expect(new Set(body).size).toBe(249)
    })
  })

  describe('a change of plan', () => {
    it('[S4.12] [S7.change] asks for billing details first, then for payment, and changes by the payment alone', async () => {
      const ann = await newcomer()
      expect((await ann.change('starter')).body).toEqual({ billing_required: true })
      await ann.fillIn()
      const { body } = await ann.change('starter')
      expect(body.payment_url).toMatch(/^http:\/\/localhost:\d+\/checkout\?token=/)
      const page = await server.inject({ url: body.payment_url })
      expect(page.headers['content-type']).toContain('text/html')
      expect(page.body).toContain('it moves no money')
      expect(page.body).toContain('$19.00')
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', status: 'trial' })
      const paid = await decide(body.payment_url, 'pay')
      expect(paid.statusCode).toBe(303)
      expect(await outcomeOf(paid.headers.location)).toEqual({
        status: 'paid',
        plan_name: 'Starter',
        more_seats: null,
        credited: false,
        starts_at: null,
      })
      expect(await ann.current()).toMatchObject({
        plan_id: 'starter',
        status: 'paid',
        interval: 'month',
        trial_end_date: null,
      })
      expect(await ann.payments()).toMatchObject([{ amount: 1900, credit: 0, status: 'paid', test: true }])
      expect(await ann.told()).toEqual(['plan_changed_success'])
    })

    it('upgrades at once and takes the unused time off the price', async () => {
      const ann = await paying('starter')
      const now = Date.now()
      await movePeriod(ann, { startsAt: new Date(now - 15 * DAY), endsAt: new Date(now + 15 * DAY) })
      await buy(ann, 'pro')
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', status: 'paid' })
      const [upgrade] = await ann.payments()
      expect(upgrade?.credit).toBeGreaterThanOrEqual(949)
      expect(upgrade?.credit).toBeLessThanOrEqual(950)
      expect((upgrade?.amount ?? 0) + (upgrade?.credit ?? 0)).toBe(5900)
    })

    it('downgrades at the end of the period, can be undone, and then costs its own price', async () => {
      const ann = await paying('pro')
      const end = (await ann.current()).period_end
      expect((await ann.change('starter')).body.subscription).toMatchObject({
        plan_id: 'pro',
        next: { plan_id: 'starter', paid: false },
        period_end: end,
      })
      expect((await ann.call('POST', '/api/v1/subscription/undo')).body).toMatchObject({ next: null })
      expect((await ann.call('POST', '/api/v1/subscription/undo')).status).toBe(409)
      await ann.change('starter')
      const soon = new Date(Date.now() + 3 * DAY)
      await movePeriod(ann, { endsAt: soon })
      expect((await ann.current()).renewable).toBe(true)
      const paid = await buy(ann, 'starter')
      // [ux 28] the page after the payment says which of the two it is.
      expect(await outcomeOf(paid.headers.location)).toMatchObject({ starts_at: soon.toISOString() })
      expect(await ann.current()).toMatchObject({
        plan_id: 'pro',
        period_end: soon.toISOString(),
        next: { plan_id: 'starter', interval: 'month', paid: true },
        renewable: false,
      })
      expect((await ann.change('free')).status).toBe(409)
    })

    it('keeps a year that was paid for', async () => {
      const ann = await paying('starter', { interval: 'year' })
      expect(await ann.change('pro', { interval: 'month' })).toMatchObject({
        status: 409,
        body: { code: 'interval_locked' },
      })
      expect((await ann.change('starter', { interval: 'month' })).body.subscription.next).toMatchObject({
        interval: 'month',
      })
      await buy(ann, 'pro', { interval: 'year' })
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', interval: 'year' })
    })

    it('renews before the end, and goes back to Free when nothing was paid', async () => {
      const ann = await paying('pro')
      const soon = new Date(Date.now() + DAY)
      await movePeriod(ann, { endsAt: soon })
      await buy(ann, 'pro')
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', next: { plan_id: 'pro', paid: true } })
      const late = await paying('pro')
      await server.database.db
        .update(organizations)
        .set({ trialEndsAt: new Date(Date.now() - 40 * DAY) })
        .where(eq(organizations.id, late.organizationId))
      await movePeriod(late, { startsAt: new Date(Date.now() - 31 * DAY), endsAt: new Date(Date.now() - 1) })
      expect(await late.current()).toMatchObject({ plan_id: 'free', status: 'free' })
    })

    it('ends a renewed period at the day on which the plan began, after a shorter month, too', async () => {
      const ann = await paying('starter')
      await movePeriod(ann, { endsAt: new Date(Date.now() + DAY) })
      const { body } = await ann.change('starter')
      const cut = new Date('2099-02-28T10:00:00Z')
      await movePeriod(ann, { startsAt: new Date('2099-01-31T10:00:00Z'), endsAt: cut })
      await decide(body.payment_url, 'pay')
      const [renewed] = await server.database.db
        .select()
        .from(planPeriods)
        .where(and(eq(planPeriods.organizationId, ann.organizationId), eq(planPeriods.startsAt, cut)))
      expect(renewed?.endsAt.toISOString()).toBe('2099-03-31T10:00:00.000Z')
    })

    it('shows beforehand what would be over the limit', async () => {
      const ann = await paying('pro')
      for (const name of ['a', 'b', 'c', 'd'])
        await ann.call('POST', `/api/v1/organizations/${ann.organizationId}/integrations`, { name })
      const { body } = await ann.call('GET', '/api/v1/subscription/preview?plan_id=free')
      expect(body).toEqual({
        plan_id: 'free',
        effective_at: (await ann.current()).period_end,
        over: [{ key: 'integrations', used: 4, max: 3 }],
        seats: 0,
        due_now: null,
        next_amount: 0,
      })
    })
  })

  describe('the embedded checkout', () => {
    const ordered = async () => {
      const ann = await newcomer()
      await ann.fillIn()
      return { ann, url: (await ann.change('business')).body.payment_url as string }
    }
    const unchanged = async (ann: Payer) =>
      expect(await ann.current()).toMatchObject({ plan_id: 'pro', status: 'trial' })

    it('speaks the language of the payer', async () => {
      const { url } = await ordered()
      const page = await server.inject({ url, headers: { cookie: 'language=de' } })
      expect(page.headers.vary).toContain('cookie')
      expect(page.body).toContain('<html lang="de">')
      expect(page.body).toContain('Testzahlung bestätigen')
      const missing = await server.inject({ url: '/checkout?token=x', headers: { cookie: 'language=de' } })
      expect([missing.statusCode, missing.body]).toEqual([
        404,
        expect.stringContaining('Bestellung nicht gefunden.'),
      ])
    })

    it('[attack S42] refuses a forged order', async () => {
      const { ann, url } = await ordered()
      const [payment] = await ann.payments()
      const other = createOrders('another secret that is long enough to be one')
      const [head, body, signature = ''] = tokenOf(url).split('.')
      const forged = [
        await other.sign(payment?.id ?? ''),
        `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
        `${head}.${body}.`,
        ann.person.tokens.access_token,
        '',
      ]
      for (const token of forged) expect((await decide(url, 'pay', token)).statusCode).toBe(404)
      await unchanged(ann)
    })

    it('refuses a late order', async () => {
      const { ann, url } = await ordered()
      const [payment] = await ann.payments()
      const earlier = Date.now() - (ORDER_SECONDS + 1) * 1000
      const token = await createOrders(server.config.jwtSecret).sign(payment?.id ?? '', earlier)
      expect((await decide(url, 'pay', token)).statusCode).toBe(410)
      expect((await server.inject({ url: `/checkout?token=${token}` })).statusCode).toBe(410)
      await unchanged(ann)
    })

    it('[attack S42] takes an order once, however many pay it at the same time', async () => {
      const { ann, url } = await ordered()
      const answers = await Promise.all(Array.from({ length: 5 }, () => decide(url, 'pay')))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 409, 409, 409, 409])
      expect((await decide(url, 'decline')).statusCode).toBe(409)
      expect(await ann.current()).toMatchObject({ plan_id: 'business' })
      const periods = await server.database.db
        .select()
        .from(planPeriods)
        .where(eq(planPeriods.organizationId, ann.organizationId))
      expect(periods).toHaveLength(1)
    })

    it('refuses an order that was declined, or that another one took the place of', async () => {
      const { ann, url } = await ordered()
      const declined = await decide(url, 'decline')
      expect(await outcomeOf(declined.headers.location)).toMatchObject({ status: 'failed' })
      expect(await ann.told()).toEqual(['payment_failure'])
      expect((await decide(url, 'pay')).statusCode).toBe(409)
      const older = (await ann.change('business')).body.payment_url
      await ann.change('starter')
      expect((await decide(older, 'pay')).statusCode).toBe(409)
      await unchanged(ann)
    })

    onPostgres('keeps one of two orders that are placed at once', async () => {
      const { ann } = await ordered()
      const held = await holdRows(
        server,
        `select from organizations where id = '${ann.organizationId}' for update`,
      )
      const both = [ann.change('business'), ann.change('starter')]
      await held.waiters(2)
      await held.release()
      const paid = []
      for (const { body } of await Promise.all(both))
        paid.push((await decide(body.payment_url, 'pay')).statusCode)
      expect(paid.sort()).toEqual([303, 409])
    })

    it('writes no order into the log, and answers under the policy of the app', async () => {
      const { url } = await ordered()
      const page = await server.inject({ url })
      expect(page.headers['content-security-policy']).toContain("default-src 'self'")
      expect(page.body).not.toMatch(/<script|style=|<style/)
      expect(server.logs.join('')).not.toContain(tokenOf(url))
    })

    it('[attack S33] shows a name as text', async () => {
      const ann = await newcomer()
      await ann.fillIn({ ...billingDetails, name: '<img src=x onerror=alert(1)>' })
      const { body } = await ann.change('starter')
      expect((await server.inject({ url: body.payment_url })).body).toContain('&#60;img')
    })

    it("keeps one's payments to oneself", async () => {
      const ann = await paying()
      const bob = await newcomer()
      expect(await bob.payments()).toEqual([])
      const [row] = await server.database.db
        .select()
        .from(payments)
        .where(eq(payments.organizationId, ann.organizationId))
      expect((await server.inject({ url: `/api/v1/payments/${row?.id}` })).statusCode).toBe(404)
      expect((await server.inject({ url: '/api/v1/payments' })).statusCode).toBe(401)
    })
  })
})
