import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, ne } from 'drizzle-orm'
import type { Card } from '../../../src/services/contract/billing.ts'
import { record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import {
  memberships,
  organizations,
  payments,
  planPeriods,
  renewals,
  users,
} from '../../kernel/db/schema/index.ts'
import type { PaymentRow, RenewalRow } from '../billing.types.ts'

const PASS = 500

const openOrderOf = (organizationId: string) =>
  and(
    eq(payments.organizationId, organizationId),
    eq(payments.status, 'pending'),
    eq(payments.automatic, true),
  )

/** Cancels the pending charge to the card. */
const closeOrder = (tx: Tx, organizationId: string, status: 'canceled' | 'failed') =>
  tx.update(payments).set({ status }).where(openOrderOf(organizationId))

type Started = Pick<RenewalRow, 'organizationId' | 'provider' | 'customer' | 'nextAt'>

export type RenewalsRepository = ReturnType<typeof createRenewalsRepository>

export const createRenewalsRepository = (db: Db) => ({
  /** From the payment of a period: earlier failures and stops are cleared, and its card is not known yet. */
  async start(tx: Tx, { organizationId, ...started }: Started) {
    const row = { ...started, card: null, attempts: 0, failedAt: null, canceledAt: null }
    await tx
      .insert(renewals)
      .values({ organizationId, ...row })
      .onConflictDoUpdate({ target: renewals.organizationId, set: row })
  },

  /** A period was paid for; `renews` comes from its order. */
  async paid(tx: Tx, organizationId: string, nextAt: Date, renews: boolean) {
    await tx
      .update(renewals)
      .set({ nextAt, attempts: 0, failedAt: null, ...(!renews && { canceledAt: new Date() }) })
      .where(eq(renewals.organizationId, organizationId))
    // The pending charge is settled.
    await closeOrder(tx, organizationId, 'canceled')
  },

  /** Organizations whose card is due now. */
  async due(now: Date, provider: RenewalRow['provider']): Promise<string[]> {
    const rows = await db
      .select({ organizationId: renewals.organizationId })
      .from(renewals)
      .where(and(eq(renewals.provider, provider), isNull(renewals.canceledAt), lte(renewals.nextAt, now)))
      .orderBy(asc(renewals.nextAt))
      .limit(PASS)
    return rows.map(({ organizationId }) => organizationId)
  },

  /** Renewals whose card is charged between two moments. */
  ahead: (from: Date, to: Date): Promise<RenewalRow[]> =>
    db
      .select()
      .from(renewals)
      .where(and(isNull(renewals.canceledAt), gt(renewals.nextAt, from), lte(renewals.nextAt, to))),

  /** The last payment for a period. */
  async lastCharge(organizationId: string) {
    const [row] = await db
      .select({ id: payments.id, amount: payments.amount })
      .from(payments)
      .where(
        and(
          eq(payments.organizationId, organizationId),
          eq(payments.status, 'paid'),
          ne(payments.kind, 'seats'),
        ),
      )
      .orderBy(desc(payments.paidAt))
      .limit(1)
    return row ?? null
  },

  /** When the plan that is renewed began. */
  async begunAt(tx: Tx, organizationId: string): Promise<Date | undefined> {
    const [row] = await tx
      .select({ begun: planPeriods.startsAt })
      .from(planPeriods)
      .innerJoin(payments, eq(payments.id, planPeriods.paymentId))
      .where(and(eq(planPeriods.organizationId, organizationId), eq(payments.kind, 'change')))
      .orderBy(desc(planPeriods.startsAt))
      .limit(1)
    return row?.begun
  },

  /** Whether someone has started paying by hand since then. */
  async paysByHand(organizationId: string, since: Date) {
    const [row] = await db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.organizationId, organizationId),
          eq(payments.status, 'pending'),
          eq(payments.automatic, false),
          gt(payments.createdAt, since),
        ),
      )
      .limit(1)
    return row !== undefined
  },

  /** The unpaid order of a renewal. */
  async order(organizationId: string): Promise<PaymentRow | null> {
    const [row] = await db.select().from(payments).where(openOrderOf(organizationId))
    return (row as PaymentRow | undefined) ?? null
  },

  tryAgainAt: (organizationId: string, nextAt: Date) =>
    db.update(renewals).set({ nextAt }).where(eq(renewals.organizationId, organizationId)),

  /** Records another failed attempt. */
  failed: (organizationId: string, attempts: number, nextAt: Date) =>
    db
      .update(renewals)
      .set({ attempts: attempts + 1, nextAt })
      .where(and(eq(renewals.organizationId, organizationId), lt(renewals.attempts, attempts + 1))),

  /** Whether it was not known before. */
  async pastDue(organizationId: string, now: Date) {
    const rows = await db
      .update(renewals)
      .set({ failedAt: now })
      .where(and(eq(renewals.organizationId, organizationId), isNull(renewals.failedAt)))
      .returning({ organizationId: renewals.organizationId })
    return rows.length > 0
  },

  /** Ends the plan; the card stays on file for another order. */
  end: (organizationId: string, now: Date) =>
    db.transaction(async (tx) => {
      await closeOrder(tx, organizationId, 'failed')
      await tx.update(renewals).set({ canceledAt: now }).where(eq(renewals.organizationId, organizationId))
    }),

  stop: (organizationId: string, now: Date) =>
    db.transaction(async (tx) => {
      await closeOrder(tx, organizationId, 'canceled')
      await tx.update(renewals).set({ canceledAt: now }).where(eq(renewals.organizationId, organizationId))
      await record(tx, organizationId, { action: 'plan.renewal_stopped' })
    }),

  resume: (organizationId: string, nextAt: Date) =>
    db.transaction(async (tx) => {
      await tx
        .update(renewals)
        .set({ canceledAt: null, nextAt })
        .where(eq(renewals.organizationId, organizationId))
      await record(tx, organizationId, { action: 'plan.renewal_resumed' })
    }),

  async ofCustomer(provider: RenewalRow['provider'], customer: string): Promise<RenewalRow | null> {
    const [row] = await db
      .select()
      .from(renewals)
      .where(and(eq(renewals.provider, provider), eq(renewals.customer, customer)))
    return row ?? null
  },

  async customersOf(tx: Tx, organizationIds: string[], provider: RenewalRow['provider']): Promise<string[]> {
    const rows = await tx
      .select({ customer: renewals.customer })
      .from(renewals)
      .where(and(inArray(renewals.organizationId, organizationIds), eq(renewals.provider, provider)))
    return rows.map(({ customer }) => customer)
  },

  keepCard: (organizationId: string, customer: string, card: Card | null) =>
    db.update(renewals).set({ customer, card }).where(eq(renewals.organizationId, organizationId)),

  async lastPlanOf(organizationId: string): Promise<string | null> {
    const [row] = await db
      .select({ planId: planPeriods.planId })
      .from(planPeriods)
      .where(eq(planPeriods.organizationId, organizationId))
      .orderBy(desc(planPeriods.endsAt))
      .limit(1)
    return row?.planId ?? null
  },

  /** Addresses of their mails, with the language of their profiles and the organization's name. */
  owners: (organizationId: string) =>
    db
      .select({ to: users.email, locale: users.locale, organization: organizations.name })
      .from(users)
      .innerJoin(memberships, eq(memberships.userId, users.id))
      .innerJoin(organizations, eq(organizations.id, memberships.organizationId))
      .where(and(eq(memberships.organizationId, organizationId), eq(memberships.role, 'owner'))),
})
