import { eq, sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { createBillingRepository } from '../../server/billing/billing.repository.ts'
import { createBillingStatuses } from '../../server/billing/billing-status.ts'
import { createReminders, createTrialReminders } from '../../server/billing/reminders.ts'
import { organizations } from '../../server/kernel/db/schema/index.ts'
import { type Payer, payer, subscribed } from '../harness/billing.ts'
import { createClient, organizationOn } from '../harness/knowledge.ts'
import { serve } from '../harness/serve.ts'
import type { Person } from '../harness/server.ts'
import { openFor } from '../harness/socket.ts'

const DAY = 24 * 60 * 60 * 1000

describe('the open pages of an organization read its plan again', async () => {
  const server = await serve()

  /** What they are told while something happens. */
  const toldWhile = async ({ person, organizationId }: Payer, happens: () => Promise<unknown>) => {
    const ear = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await ear.next('hello')
    await happens()
    const { data } = await ear.next('organization_update')
    ear.socket.close()
    return data
  }
  const pays = async (ann: Payer) => {
    const { body } = await ann.change('pro')
    const token = new URL(body.payment_url, server.url).searchParams.get('token') ?? ''
    return () => ann.post('/checkout', { token, decision: 'pay' })
  }

  it('when an order is placed and paid', async () => {
    const ann = await payer(server)
    expect(await toldWhile(ann, () => ann.fillIn())).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.change('pro'))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, await pays(ann))).toEqual({ id: ann.organizationId })
  })

  it('when a change is planned and withdrawn, and the renewal is stopped and resumed', async () => {
    const ann = await subscribed(server)
    expect(await toldWhile(ann, () => ann.change('free'))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.call('POST', '/api/v1/subscription/undo'))).toEqual({
      id: ann.organizationId,
    })
    expect(await toldWhile(ann, () => ann.renewal(false))).toEqual({ id: ann.organizationId })
    expect(await toldWhile(ann, () => ann.renewal(true))).toEqual({ id: ann.organizationId })
  })

  it('when a renewal was charged or declined', async () => {
    const ann = await subscribed(server)
    expect(await toldWhile(ann, () => ann.pass(31))).toEqual({ id: ann.organizationId })
    const ben = await subscribed(server, 'pro', 'declines')
    expect(await toldWhile(ben, () => ben.pass(31))).toEqual({ id: ben.organizationId })
  })

  it('when a trial or a plan ends by itself', async () => {
    const ann = await payer(server)
    expect(await toldWhile(ann, () => ann.pass(0))).toEqual({ id: ann.organizationId })
    const ben = await subscribed(server)
    await ben.renewal(false)
    expect(await toldWhile(ben, () => ben.pass(31))).toEqual({ id: ben.organizationId })
  })
})

describe('what people are told about their plan', async () => {
  const server = await serve()
  const auditedRole = async (person: Person) => {
    const { body } = await createClient(server.url, person).call('GET', '/api/v1/notifications?limit=20')
    return (body as { type: string; title: string }[]).map(({ type, title }) => [type, title])
  }
  const trialEndsIn = (organizationId: string, ms: number) =>
    server.database.db
      .update(organizations)
      .set({ trialEndsAt: new Date(Date.now() + ms) })
      .where(eq(organizations.id, organizationId))

  const remindOfTrials = () => {
    const { log, notifications } = server.context
    const billing = createBillingRepository(server.context)
    const billingStatuses = createBillingStatuses(billing)
    const remind = createReminders({ billing, log })
    return createTrialReminders({ billing, billingStatuses, notifications, remind })()
  }

  it('is that a trial ends in seven, three and one days, once each', async () => {
    const { person, organizationId: id } = await organizationOn(server)
    const moments = [8, 7, 7, 5, 3, 1, 1, 0]
    for (const left of moments) {
      await trialEndsIn(id, left * DAY - 60_000)
      await remindOfTrials()
    }
    expect(await auditedRole(person)).toEqual([
      ['trial_ending', 'Your trial ends in 1 day'],
      ['trial_ending', 'Your trial ends in 3 days'],
      ['trial_ending', 'Your trial ends in 7 days'],
    ])
  })

  it('is that a trial ends, also where it could not be said at first, and everybody else at once', async () => {
    const told = async (person: Person) => (await auditedRole(person)).map(([type]) => type)
    const people = [await server.register(), await server.register()]
    for (const person of people)
      await trialEndsIn(await server.found(person).then(({ id }) => id), DAY - 60_000)
    vi.spyOn(server.context.notifications, 'deliver').mockRejectedValueOnce(new Error('away'))
    await remindOfTrials()
    expect((await Promise.all(people.map(told))).flat()).toEqual(['trial_ending'])
    for (let pass = 0; pass < 2; pass++) await remindOfTrials()
    expect(await Promise.all(people.map(told))).toEqual([['trial_ending'], ['trial_ending']])
  })

  it('is that 80 and 100 % of something are used, when it gets there', async () => {
    const { person, ann, organizationId: id } = await organizationOn(server)
    await trialEndsIn(id, -DAY)
    const integration = await ann.integration(id, [])
    const ask = async () => {
      const asked = await ann.send(integration.id, 'How long?')
      await ann.answered(asked.answer.id)
    }
    for (const used of [398, 399, 400, 499]) {
      await server.database.db.execute(sql`
        insert into message_counts values (${id}, to_char(now() at time zone 'utc', 'YYYY-MM'), ${used})
        on conflict (organization_id, month) do update set count = ${used}`)
      await ask()
    }
    expect(await auditedRole(person)).toEqual([
      ['usage_100_error', 'This month’s questions on Free are used up'],
      ['usage_80', '80% of this month’s questions are used'],
    ])
  })
})
