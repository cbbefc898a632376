import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Payer, payer } from '../harness/billing.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const MONTH = 31

describe('additional seats', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const subscriber = async (plan = 'business') => {
    const ann = await payer(server, await server.register())
    await ann.fillIn()
    await ann.subscribe(plan)
    return ann
  }
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
    const whole = Date.parse(now.period_end ?? '') - Date.parse(plan?.paid_at ?? '')
    const share = (seats?.amount ?? 0) / (150 * 400)
    expect(share).toBeGreaterThan(13 / 31)
    expect(share).toBeLessThan(17 / 28)
    expect(whole).toBeGreaterThan(0)
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
        detail:
          'The Pro plan has room for 15 members. Business has room for more. You can also add seats under Settings, Subscription.',
      },
    })
  })

  it('[43.8] are not sold while the renewal of the plan is not paid', async () => {
    const ann = await payer(server, await server.register())
    await ann.fillIn()
    await ann.subscribe('pro', 'declines')
    await ann.pass(MONTH)
    expect((await ann.change('pro', { seats: 5 })).body).toMatchObject({ code: 'renewal_unpaid' })
  })
})
