import { and, asc, desc, eq, gt, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { BillingDetails, Interval } from '../../src/services/contract/billing.ts'
import { record } from '../kernel/audit.ts'
import type { Config } from '../kernel/config/config.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import {
  billingDetails,
  invoices,
  organizations,
  paymentEvents,
  payments,
  plannedChanges,
  planPeriods,
  renewals,
} from '../kernel/db/schema/index.ts'
import { byServer } from '../kernel/http/caller.ts'
import type { NewPayment, PaidRow, PaymentRow, PeriodRow, RenewalRow } from './billing.types.ts'

export type BillingRepository = ReturnType<typeof createBillingRepository>

type NewPeriod = Pick<PaymentRow, 'organizationId'> & typeof planPeriods.$inferInsert

const recordChange = (tx: Tx, { organizationId, userId, planId, interval, seats = 0 }: NewPeriod) => {
  const details = { plan: planId, interval, seats: String(seats) }
  const changed = { action: 'plan.changed', details } as const
  // Charges to the card on file are not initiated by a person.
  return userId
    ? record(tx, organizationId, { ...changed, actorId: userId })
    : byServer(() => record(tx, organizationId, changed))
}

/** One order of an organization after the other: each sees the orders and periods of those before it. */
const inTurn = (tx: Tx, organizationId: string) =>
  tx
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('no key update')

/** The provider's ids of orders that are to be paid on a page. */
async function openPages(
  tx: Tx,
  organizationIds: string[],
  provider: PaymentRow['provider'],
): Promise<string[]> {
  const rows = await tx
    .select({ id: payments.providerId })
    .from(payments)
    .where(
      and(
        inArray(payments.organizationId, organizationIds),
        eq(payments.status, 'pending'),
        eq(payments.provider, provider),
        eq(payments.automatic, false),
      ),
    )
  return rows.flatMap(({ id }) => id ?? [])
}

type Parts = { db: Db; config: Pick<Config, 'stripe'> }

export const createBillingRepository = ({ db, config }: Parts) => ({
  async details(organizationId: string): Promise<BillingDetails | null> {
    const [row] = await db
      .select()
      .from(billingDetails)
      .where(eq(billingDetails.organizationId, organizationId))
    return row?.details ?? null
  },

  saveDetails: (organizationId: string, details: BillingDetails) =>
    db.transaction(async (tx) => {
      const row = { details, updatedAt: new Date() }
      await tx
        .insert(billingDetails)
        .values({ organizationId, ...row })
        .onConflictDoUpdate({ target: billingDetails.organizationId, set: row })
      await record(tx, organizationId, { action: 'plan.billing_details' })
      return details
    }),

  /** Null without a trial. */
  async trialEndOf(organizationId: string): Promise<Date | null> {
    const [row] = await db
      .select({ trialEndsAt: organizations.trialEndsAt })
      .from(organizations)
      .where(eq(organizations.id, organizationId))
    return row?.trialEndsAt ?? null
  },

  trialsEndingBetween: (from: Date, to: Date) =>
    db
      .select({ organizationId: organizations.id })
      .from(organizations)
      .where(and(gt(organizations.trialEndsAt, from), lte(organizations.trialEndsAt, to))),

  /** With the configured provider: another one's card can be neither charged nor changed. */
  async renewalOf(organizationId: string, tx: Db | Tx = db): Promise<RenewalRow | null> {
    const provider = config.stripe ? 'stripe' : 'embedded'
    const [row] = await tx
      .select()
      .from(renewals)
      .where(and(eq(renewals.organizationId, organizationId), eq(renewals.provider, provider)))
    return row ?? null
  },

  /** Periods not over at a moment, the earliest to end first. */
  periodsOf: (organizationId: string, now: Date, tx: Db | Tx = db): Promise<PeriodRow[]> =>
    tx
      .select()
      .from(planPeriods)
      .where(and(eq(planPeriods.organizationId, organizationId), gt(planPeriods.endsAt, now)))
      .orderBy(asc(planPeriods.endsAt)),

  async plannedFor(organizationId: string, tx: Db | Tx = db) {
    const [row] = await tx
      .select()
      .from(plannedChanges)
      .where(eq(plannedChanges.organizationId, organizationId))
    return row ?? null
  },

  plan: (organizationId: string, planId: string, interval: Interval, seats: number) =>
    db.transaction(async (tx) => {
      const row = { planId, interval, seats }
      await tx
        .insert(plannedChanges)
        .values({ organizationId, ...row })
        .onConflictDoUpdate({ target: plannedChanges.organizationId, set: row })
      const details = { plan: planId, interval, seats: String(seats) }
      await record(tx, organizationId, { action: 'plan.planned', details })
    }),

  unplan: (tx: Tx, organizationId: string) =>
    tx.delete(plannedChanges).where(eq(plannedChanges.organizationId, organizationId)),

  withdrawPlanned: (organizationId: string) =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(plannedChanges)
        .where(eq(plannedChanges.organizationId, organizationId))
        .returning()
      if (!gone) return
      const details = { plan: gone.planId, interval: gone.interval }
      await record(tx, organizationId, { action: 'plan.withdrawn', details })
    }),

  openPages,

  /** A new order replaces unpaid ones. `pages` are the provider's ids of those that were to be paid on a page. */
  order: (row: NewPayment): Promise<{ payment: PaymentRow; pages: string[] }> =>
    db.transaction(async (tx) => {
      await inTurn(tx, row.organizationId)
      // Their ids as of now: an order may get its page while this one waits for it.
      const replaced = await tx
        .update(payments)
        .set({ status: 'canceled' })
        .where(and(eq(payments.organizationId, row.organizationId), eq(payments.status, 'pending')))
        .returning()
      const pages = replaced.flatMap(({ provider, automatic, providerId }) =>
        provider === row.provider && !automatic && providerId ? [providerId] : [],
      )
      const [inserted] = await tx.insert(payments).values(row).returning()
      const details = { plan: row.planId, interval: row.interval, seats: String(row.seats ?? 0) }
      if (!row.automatic) await record(tx, row.organizationId, { action: 'plan.ordered', details })
      return { payment: inserted as PaymentRow, pages }
    }),

  /** Whether the order is still to be paid. */
  async nameAtProvider(id: string, providerId: string): Promise<boolean> {
    const [row] = await db
      .update(payments)
      .set({ providerId })
      .where(eq(payments.id, id))
      .returning({ status: payments.status })
    return row?.status === 'pending'
  },

  /** Newest first. */
  paymentsOf: (organizationId: string): Promise<PaidRow[]> =>
    db
      .select({ payment: payments, invoice: { number: invoices.number, content: invoices.content } })
      .from(payments)
      .leftJoin(invoices, eq(invoices.paymentId, payments.id))
      .where(eq(payments.organizationId, organizationId))
      .orderBy(desc(payments.createdAt), desc(payments.number))
      .limit(200),

  async paymentBy(key: { id: string } | { reference: string }): Promise<PaymentRow | null> {
    const is = 'id' in key ? eq(payments.id, key.id) : eq(payments.reference, key.reference)
    const [row] = await db
      .select()
      .from(payments)
      .where(and(is, isNotNull(payments.organizationId)))
    return (row as PaymentRow | undefined) ?? null
  },

  /** Start of the plan that this payment bought; null if it bought none. */
  async startOf(paymentId: string): Promise<Date | null> {
    const [row] = await db
      .select({ startsAt: planPeriods.startsAt })
      .from(planPeriods)
      .where(eq(planPeriods.paymentId, paymentId))
    return row?.startsAt ?? null
  },

  /**
   * Runs `settle` on the order under a lock. `others` are orders to be paid by the same payment at the provider:
   * they are locked as well, so that only one of them is carried out.
   */
  withPayment: <Result>(
    id: string,
    settle: (tx: Tx, payment: PaymentRow, others: PaymentRow[]) => Promise<Result>,
  ): Promise<Result | null> =>
    db.transaction(async (tx) => {
      const [found] = await tx
        .select()
        .from(payments)
        .where(and(eq(payments.id, id), isNotNull(payments.organizationId)))
      if (!found) return null
      const { organizationId, providerId } = found as PaymentRow
      await inTurn(tx, organizationId)
      const sharesPayment = providerId === null ? undefined : eq(payments.providerId, providerId)
      const rows = (await tx
        .select()
        .from(payments)
        .where(and(eq(payments.organizationId, organizationId), or(eq(payments.id, id), sharesPayment)))
        // Everyone locks them in the same order.
        .orderBy(asc(payments.id))
        .for('update')) as PaymentRow[]
      const row = rows.find((one) => one.id === id)
      const others = rows.filter((one) => one !== row)
      return row ? settle(tx, row, others) : null
    }),

  setStatus: (tx: Tx, id: string, status: PaymentRow['status'], paidAt?: Date) =>
    tx
      .update(payments)
      .set({ status, ...(paidAt && { paidAt }) })
      .where(eq(payments.id, id)),

  async insertPeriod(tx: Tx, period: NewPeriod) {
    await tx.insert(planPeriods).values(period)
    await recordChange(tx, period)
  },

  /** Adds seats, and their value, to a paid period. */
  async addSeats(tx: Tx, payment: PaymentRow, period: PeriodRow, more: Pick<PeriodRow, 'seats' | 'value'>) {
    // Two orders can be settled at once.
    const set = {
      seats: sql`${planPeriods.seats} + ${more.seats}`,
      value: sql`${planPeriods.value} + ${more.value}`,
    }
    const [changed] = await tx.update(planPeriods).set(set).where(eq(planPeriods.id, period.id)).returning()
    const { organizationId, userId } = payment
    if (changed) await recordChange(tx, { ...changed, organizationId, userId })
  },

  /** A change that begins at once ends the current period and replaces planned ones. */
  async endPeriods(tx: Tx, organizationId: string, now: Date) {
    await tx
      .delete(planPeriods)
      .where(and(eq(planPeriods.organizationId, organizationId), gt(planPeriods.startsAt, now)))
    await tx
      .update(planPeriods)
      .set({ endsAt: now })
      .where(and(eq(planPeriods.organizationId, organizationId), gt(planPeriods.endsAt, now)))
  },

  hasTaken: async (eventId: string) => (await db.$count(paymentEvents, eq(paymentEvents.id, eventId))) > 0,

  /** False if the event was already processed. */
  async takeEvent(id: string): Promise<boolean> {
    const rows = await db.insert(paymentEvents).values({ id }).onConflictDoNothing().returning()
    return rows.length > 0
  },

  /** Its processing failed. */
  releaseEvent: (id: string) => db.delete(paymentEvents).where(eq(paymentEvents.id, id)),
})
