import { and, asc, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { BillingDetails, Interval } from '../../src/services/contract/billing.ts'
import { recordForMember } from '../kernel/audit.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import {
  billingDetails,
  invoices,
  memberships,
  paymentEvents,
  payments,
  plannedChanges,
  planPeriods,
  renewals,
  users,
} from '../kernel/db/schema/index.ts'
import type { PaidRow, PaymentRow, PeriodRow, RenewalRow } from './billing.types.ts'

export type BillingRepository = ReturnType<typeof createBillingRepository>

export const createBillingRepository = (db: Db) => ({
  async details(userId: string): Promise<BillingDetails | null> {
    const [row] = await db.select().from(billingDetails).where(eq(billingDetails.userId, userId))
    return row?.details ?? null
  },

  saveDetails: (userId: string, details: BillingDetails) =>
    db.transaction(async (tx) => {
      const row = { details, updatedAt: new Date() }
      await tx
        .insert(billingDetails)
        .values({ userId, ...row })
        .onConflictDoUpdate({ target: billingDetails.userId, set: row })
      await recordForMember(tx, userId, { action: 'plan.billing_details' }, 'owner')
      return details
    }),

  async registeredAt(userId: string): Promise<Date | null> {
    const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId))
    return row?.createdAt ?? null
  },

  async ownersOf(organizationId: string): Promise<string[]> {
    const rows = await db
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner')))
    return rows.map(({ userId }) => userId)
  },

  /** Who looks after an organization. */
  async managersOf(organizationId: string): Promise<string[]> {
    const rows = await db
      .select({ userId: memberships.userId })
      .from(memberships)
      .where(
        and(eq(memberships.organizationId, organizationId), inArray(memberships.role, ['owner', 'admin'])),
      )
    return rows.map(({ userId }) => userId)
  },

  async registeredBetween(from: Date, to: Date): Promise<string[]> {
    const rows = await db
      .select({ id: users.id })
      .from(users)
      .where(and(gt(users.createdAt, from), lte(users.createdAt, to)))
    return rows.map(({ id }) => id)
  },

  async organizationsOwnedBy(userId: string): Promise<string[]> {
    const rows = await db
      .select({ organizationId: memberships.organizationId })
      .from(memberships)
      .where(and(eq(memberships.userId, userId), eq(memberships.role, 'owner')))
    return rows.map(({ organizationId }) => organizationId)
  },

  async renewalOf(userId: string, tx: Db | Tx = db): Promise<RenewalRow | null> {
    const [row] = await tx.select().from(renewals).where(eq(renewals.userId, userId))
    return row ?? null
  },

  /** Those that are not over at a moment, the earliest first. */
  periodsOf: (userId: string, now: Date, tx: Db | Tx = db): Promise<PeriodRow[]> =>
    tx
      .select()
      .from(planPeriods)
      .where(and(eq(planPeriods.userId, userId), gt(planPeriods.endsAt, now)))
      .orderBy(asc(planPeriods.startsAt)),

  async plannedFor(userId: string, tx: Db | Tx = db) {
    const [row] = await tx.select().from(plannedChanges).where(eq(plannedChanges.userId, userId))
    return row ?? null
  },

  plan: (userId: string, planId: string, interval: Interval) =>
    db.transaction(async (tx) => {
      const row = { planId, interval }
      await tx
        .insert(plannedChanges)
        .values({ userId, ...row })
        .onConflictDoUpdate({ target: plannedChanges.userId, set: row })
      const details = { plan: planId, interval }
      await recordForMember(tx, userId, { action: 'plan.planned', details }, 'owner')
    }),

  unplan: (tx: Tx, userId: string) => tx.delete(plannedChanges).where(eq(plannedChanges.userId, userId)),

  withdrawPlanned: (userId: string) =>
    db.transaction(async (tx) => {
      const [gone] = await tx.delete(plannedChanges).where(eq(plannedChanges.userId, userId)).returning()
      if (!gone) return
      const details = { plan: gone.planId, interval: gone.interval }
      await recordForMember(tx, userId, { action: 'plan.withdrawn', details }, 'owner')
    }),

  /** A new order takes the place of those that were not paid. */
  order: (row: typeof payments.$inferInsert): Promise<PaymentRow> =>
    db.transaction(async (tx) => {
      await tx
        .update(payments)
        .set({ status: 'canceled' })
        .where(and(eq(payments.userId, row.userId), eq(payments.status, 'pending')))
      const [inserted] = await tx.insert(payments).values(row).returning()
      const details = { plan: row.planId, interval: row.interval }
      await recordForMember(tx, row.userId, { action: 'plan.ordered', details }, 'owner')
      return inserted!
    }),

  nameAtProvider: (id: string, providerId: string) =>
    db.update(payments).set({ providerId }).where(eq(payments.id, id)),

  /** Newest first. */
  paymentsOf: (userId: string): Promise<PaidRow[]> =>
    db
      .select({ payment: payments, invoice: { number: invoices.number, content: invoices.content } })
      .from(payments)
      .leftJoin(invoices, eq(invoices.paymentId, payments.id))
      .where(eq(payments.userId, userId))
      .orderBy(desc(payments.createdAt), desc(payments.number))
      .limit(200),

  async paymentBy(key: { id: string } | { reference: string }): Promise<PaymentRow | null> {
    const is = 'id' in key ? eq(payments.id, key.id) : eq(payments.reference, key.reference)
    const [row] = await db.select().from(payments).where(is)
    return row ?? null
  },

  /** When the plan begins that this payment has paid for; null where it has paid for none. */
  async startOf(paymentId: string): Promise<Date | null> {
    const [row] = await db
      .select({ startsAt: planPeriods.startsAt })
      .from(planPeriods)
      .where(eq(planPeriods.paymentId, paymentId))
    return row?.startsAt ?? null
  },

  /** Runs `settle` over the order while nobody else may change it. */
  withPayment: <Result>(
    id: string,
    settle: (tx: Tx, payment: PaymentRow) => Promise<Result>,
  ): Promise<Result | null> =>
    db.transaction(async (tx) => {
      const [row] = await tx.select().from(payments).where(eq(payments.id, id)).for('update')
      return row ? settle(tx, row) : null
    }),

  setStatus: (tx: Tx, id: string, status: PaymentRow['status'], paidAt?: Date) =>
    tx
      .update(payments)
      .set({ status, ...(paidAt && { paidAt }) })
      .where(eq(payments.id, id)),

  async insertPeriod(tx: Tx, period: typeof planPeriods.$inferInsert) {
    await tx.insert(planPeriods).values(period)
    const { userId, planId, interval } = period
    const details = { plan: planId, interval }
    await recordForMember(tx, userId, { action: 'plan.changed', actorId: userId, details }, 'owner')
  },

  /** What begins at once ends whatever was, and takes the place of what would have come. */
  async endPeriods(tx: Tx, userId: string, now: Date) {
    await tx.delete(planPeriods).where(and(eq(planPeriods.userId, userId), gt(planPeriods.startsAt, now)))
    await tx
      .update(planPeriods)
      .set({ endsAt: now })
      .where(and(eq(planPeriods.userId, userId), gt(planPeriods.endsAt, now)))
  },

  /** False when the event was taken before. */
  async takeEvent(id: string): Promise<boolean> {
    const rows = await db.insert(paymentEvents).values({ id }).onConflictDoNothing().returning()
    return rows.length > 0
  },

  /** An event whose effect failed may come again. */
  forgetEvent: (id: string) => db.delete(paymentEvents).where(eq(paymentEvents.id, id)),

  /** Of an organization's own tables, for its meters. */
  async counts(organizationId: string, month: string) {
    const { rows } = await db.execute<
      Record<'members' | 'integrations' | 'documents' | 'bytes' | 'messages', string>
    >(sql`
      select
        (select count(*) from memberships m where m.organization_id = ${organizationId}) as members,
        (select count(*) from integrations i where i.organization_id = ${organizationId}) as integrations,
        (select count(*) from documents d join knowledge_bases k on k.id = d.knowledge_base_id
          where k.organization_id = ${organizationId} and d.removed_at is null) as documents,
        (select coalesce(sum(d.size::bigint), 0) from documents d join knowledge_bases k on k.id = d.knowledge_base_id
          where k.organization_id = ${organizationId} and d.removed_at is null) as bytes,
        (select coalesce(sum(c.count), 0) from message_counts c
          where c.organization_id = ${organizationId} and c.month = ${month}) as messages`)
    const row = rows[0]!
    return {
      members: Number(row.members),
      integrations: Number(row.integrations),
      documents: Number(row.documents),
      storage_bytes: Number(row.bytes),
      messages_month: Number(row.messages),
    }
  },

  countMessage: (tx: Tx, organizationId: string, month: string) =>
    tx.execute(sql`
      insert into message_counts (organization_id, month, count) values (${organizationId}, ${month}, 1)
      on conflict (organization_id, month) do update set count = message_counts.count + 1`),

  async nameOf(organizationId: string): Promise<string> {
    const { rows } = await db.execute<{ name: string }>(
      sql`select name from organizations where id = ${organizationId}`,
    )
    return rows[0]?.name ?? ''
  },
})
