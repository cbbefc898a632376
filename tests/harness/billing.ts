import { eq, sql } from 'drizzle-orm'
import { payments, planPeriods, renewals } from '../../server/kernel/db/schema/index.ts'
import { PaymentList, Subscription } from '../../src/services/contract/billing.ts'
import { billingDetails } from '../machines/samples.ts'
import { createClient } from './knowledge.ts'
import type { Person, TestServer } from './server.ts'

/** A person who pays for their organization, and whose time can be moved. */
export const payer = async (server: TestServer, known?: Person) => {
  const person = known ?? (await server.register())
  const { call } = createClient(server.url, person)
  const { db } = server.database
  const { id } = await server.found(person)
  const post = (url: string, form: Record<string, string>) =>
    server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    })
  return {
    person,
    organizationId: id,
    call,
    post,
    fillIn: (details = billingDetails) => call('POST', '/api/v1/users/billing-details', details),
    change: (plan_id: string, more: object = {}) =>
      call('POST', '/api/v1/subscription/change', { plan_id, ...more }),
    /** Orders a plan that renews with a test card, and pays for it. */
    async subscribe(plan_id: string, card = 'works') {
      const { body } = await call('POST', '/api/v1/subscription/change', { plan_id, renew: true })
      const token = new URL(body.payment_url, server.url).searchParams.get('token') ?? ''
      await post('/checkout', { token, decision: 'pay', card })
    },
    renewal: (renews: boolean) => call('PATCH', '/api/v1/subscription/renewal', { renews }),
    current: async () => Subscription.parse((await call('GET', '/api/v1/subscription/current')).body),
    payments: async () => PaymentList.parse((await call('GET', '/api/v1/payments')).body),
    told: async (): Promise<string[]> =>
      (await call('GET', '/api/v1/notifications')).body.map(({ type }: { type: string }) => type),
    /** Moves everything paid or due into the past. */
    async age(days: number) {
      const earlier = (column: string) => sql.raw(`${column} - interval '${days} days'`)
      await db
        .update(planPeriods)
        .set({
          startsAt: earlier('starts_at') as never,
          endsAt: earlier('ends_at') as never,
          createdAt: earlier('created_at') as never,
        })
        .where(eq(planPeriods.organizationId, id))
      await db
        .update(renewals)
        .set({ nextAt: earlier('next_at') as never })
        .where(eq(renewals.organizationId, id))
      await db
        .update(payments)
        .set({ createdAt: earlier('created_at') as never })
        .where(eq(payments.organizationId, id))
      await db.execute(sql`update organizations set trial_ends_at = now() where id = ${id}`)
    },
    /** Time passes; the hourly pass follows. */
    async pass(days: number) {
      await this.age(days)
      await server.sweep()
      await server.context.background.settle()
    },
  }
}
/** The same, who has paid for a plan that renews with a test card. */
export const subscribed = async (server: TestServer, plan = 'pro', card = 'works') => {
  const person = await payer(server)
  await person.fillIn()
  await person.subscribe(plan, card)
  return person
}
export type Payer = Awaited<ReturnType<typeof payer>>
