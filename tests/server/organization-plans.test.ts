import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { invoices, payments } from '../../server/kernel/db/schema/index.ts'
import { Subscription } from '../../src/services/contract/billing.ts'
import type { Role } from '../../src/services/contract/roles.ts'
import { type Payer, payer, subscribed } from '../harness/billing.ts'
import { createClient } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import { PASSWORD, type Person } from '../harness/server.ts'
import { billingDetails } from '../machines/samples.ts'

const MONTH = 31

describe('the plan of an organization', async () => {
  const server = await serve()
  const owner = () => payer(server)
  const subscriber = () => subscribed(server)
  const member = async (organizationId: string, role: Role) =>
    server.join(organizationId, await server.register(), role)
  const transfer = ({ call, organizationId }: Payer, { user }: Person) =>
    call('POST', `/api/v1/organizations/${organizationId}/transfer`, { user_id: user.id })
  const planOf = async (person: Person, organizationId?: string) => {
    const named = organizationId ? `?organization_id=${organizationId}` : ''
    const { body } = await createClient(server.url, person).call(
      'GET',
      `/api/v1/subscription/current${named}`,
    )
    return Subscription.parse(body)
  }
  const usedPlan = async ({ call }: Pick<Payer, 'call'>, organizationId: string) =>
    (await call('GET', `/api/v1/organizations/${organizationId}/usage`)).body.plan_id
  const told = async (person: Person): Promise<string[]> =>
    (await createClient(server.url, person).call('GET', '/api/v1/notifications')).body.map(
      ({ type }: { type: string }) => type,
    )

  it('[43.8] [S9.7] is tried in the first organization of a person alone, also when that one is gone', async () => {
    const ann = await owner()
    expect(await ann.current()).toMatchObject({ plan_id: 'pro', status: 'trial' })
    const second = await server.found(ann.person, 'Second')
    expect(await planOf(ann.person, second.id)).toMatchObject({
      plan_id: 'free',
      status: 'free',
      trial_end_date: null,
    })
    await ann.call('POST', `/api/v1/organizations/${ann.organizationId}/delete`, { name: 'Acme' })
    const third = await server.found(ann.person, 'Third')
    expect(await planOf(ann.person, third.id)).toMatchObject({ status: 'free', trial_end_date: null })
  })

  it('[43.8] [S7.current] [S7.change] is that of the organization that is named, else of the first that one owns', async () => {
    const ann = await owner()
    const second = await server.found(ann.person, 'Second')
    const bob = await owner()
    await server.join(bob.organizationId, ann.person, 'viewer')
    const at = `?organization_id=${second.id}`
    await ann.call('POST', `/api/v1/users/billing-details${at}`, billingDetails)
    const { body } = await ann.call('POST', `/api/v1/subscription/change${at}`, { plan_id: 'business' })
    const token = new URL(body.payment_url, server.url).searchParams.get('token') ?? ''
    await ann.post('/checkout', { token, decision: 'pay' })
    expect(await planOf(ann.person)).toMatchObject({ plan_id: 'pro', status: 'trial' })
    expect(await planOf(ann.person, second.id)).toMatchObject({ plan_id: 'business', status: 'paid' })
    expect([await usedPlan(ann, second.id), await usedPlan(ann, ann.organizationId)]).toEqual([
      'business',
      'pro',
    ])
    expect(await ann.payments()).toEqual([])
    expect((await ann.call('GET', `/api/v1/payments${at}`)).body).toMatchObject([
      { plan_id: 'business', status: 'paid' },
    ])
  })

  it('[43.8] is changed and paid by owners, its payments are seen by admins, and its plan by everyone', async () => {
    const ann = await subscriber()
    const [payment] = await ann.payments()
    const { body: details } = await ann.call('GET', '/api/v1/users/billing-details')
    const calls = [
      ['GET', 'subscription/current'],
      ['GET', 'subscription/preview', undefined, '&plan_id=free'],
      ['GET', 'users/billing-details'],
      ['GET', 'payments'],
      ['GET', `payments/${payment?.id}/invoice`],
      ['POST', 'users/billing-details', details],
      ['POST', 'subscription/change', { plan_id: 'business' }],
      ['POST', 'subscription/undo'],
      ['PATCH', 'subscription/renewal', { renews: false }],
      ['POST', 'subscription/card'],
    ] as const
    const allowed = async (person: Person) => {
      const named = `?organization_id=${ann.organizationId}`
      const seen = await Promise.all(
        calls.map(async ([method, path, payload, more = '']) =>
          server.inject({
            method,
            url: `/api/v1/${path}${named}${more}`,
            headers: person.headers,
            ...(payload && { payload }),
          }),
        ),
      )
      return seen.map(({ statusCode }) => statusCode)
    }
    const [seen, closed] = [200, 403]
    const viewer = await member(ann.organizationId, 'viewer')
    const admin = await member(ann.organizationId, 'admin')
    expect(await allowed(viewer)).toEqual([seen, ...Array(9).fill(closed)])
    expect(await allowed(admin)).toEqual([...Array(5).fill(seen), ...Array(5).fill(closed)])
    expect(await allowed(await server.register())).toEqual(Array(10).fill(404))
    expect((await planOf(viewer, ann.organizationId)).renewal).toMatchObject({ card: null })
    expect((await planOf(admin, ann.organizationId)).renewal?.card).toMatchObject({ last4: '4242' })
    expect((await ann.current()).renewal).toMatchObject({ state: 'renewing' })
  })

  it('[43.8] stays with the organization when its owner changes: plan, card and invoices', async () => {
    const ann = await subscriber()
    const bob = await member(ann.organizationId, 'editor')
    expect((await transfer(ann, bob)).status).toBe(200)
    const { call } = createClient(server.url, bob)
    const [payment] = (await call('GET', '/api/v1/payments')).body
    expect(payment).toMatchObject({ plan_id: 'pro', status: 'paid' })
    const invoice = await server.inject({
      url: `/api/v1/payments/${payment.id}/invoice`,
      headers: bob.headers,
    })
    expect(invoice.statusCode).toBe(200)
    expect((await call('GET', '/api/v1/users/billing-details')).body.name).toBe('Ada Holm')
    expect((await ann.change('business')).status).toBe(403)
    expect((await ann.renewal(false)).status).toBe(403)
    expect(await told(bob)).toEqual(['ownership_received'])
    expect((await ann.told())[0]).toBe('ownership_given')
    // The card of the organization goes on being charged, and its owner hears of that.
    await ann.pass(MONTH)
    expect((await call('GET', '/api/v1/payments')).body).toMatchObject([
      { status: 'paid' },
      { status: 'paid' },
    ])
    expect(await told(bob)).toEqual(['plan_changed_success', 'ownership_received'])
  })

  it('[43.8] outlives the account of whoever had ordered it', async () => {
    const ann = await subscriber()
    const bob = await member(ann.organizationId, 'editor')
    await transfer(ann, bob)
    expect((await ann.call('POST', '/api/v1/users/me/delete', { password: PASSWORD })).status).toBe(200)
    expect(await planOf(bob)).toMatchObject({
      plan_id: 'pro',
      status: 'paid',
      renewal: { state: 'renewing' },
    })
    expect((await createClient(server.url, bob).call('GET', '/api/v1/payments')).body).toHaveLength(1)
  })

  it('[43.8] ends with the organization: nothing is charged again, and its invoices stay in the books', async () => {
    const ann = await subscriber()
    const other = await subscriber()
    const { db } = server.database
    const [issued] = await db
      .select({ id: invoices.id })
      .from(invoices)
      .innerJoin(payments, eq(payments.id, invoices.paymentId))
      .where(eq(payments.organizationId, ann.organizationId))
    await ann.call('POST', `/api/v1/organizations/${ann.organizationId}/delete`, { name: 'Acme' })
    const count = async () => (await db.select({ id: payments.id }).from(payments)).length
    const before = await count()
    await ann.pass(MONTH)
    expect(await count()).toBe(before)
    expect(await db.select().from(invoices).where(eq(invoices.id, issued!.id))).toHaveLength(1)
    const { rows } = await db.execute(
      sql`select organization_id as id from organization_renewals where organization_id = ${ann.organizationId}`,
    )
    expect(rows).toEqual([])
    expect((await other.current()).renewal).toMatchObject({ state: 'renewing' })
  })
})
