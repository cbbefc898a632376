import { and, asc, desc, eq, gt, isNull, lt, lte } from 'drizzle-orm'
import type { Card } from '../../../src/services/contract/billing.ts'
import { recordForMember } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { payments, planPeriods, renewals, users } from '../../kernel/db/schema/index.ts'
import type { PaymentRow, RenewalRow } from '../billing.types.ts'

const PASS = 500

const openOrderOf = (userId: string) =>
  and(eq(payments.userId, userId), eq(payments.status, 'pending'), eq(payments.automatic, true))

/** What the card was to be charged with is not asked for any more. */
const closeOrder = (tx: Tx, userId: string, status: 'canceled' | 'failed') =>
  tx.update(payments).set({ status }).where(openOrderOf(userId))

type Started = Pick<RenewalRow, 'userId' | 'provider' | 'customer' | 'nextAt'>

export type RenewalsRepository = ReturnType<typeof createRenewalsRepository>

export const createRenewalsRepository = (db: Db) => ({
  /** From the payment of a period on: whatever was declined or stopped before is over. */
  async start(tx: Tx, { userId, ...started }: Started) {
    const row = { ...started, attempts: 0, failedAt: null, canceledAt: null }
    await tx
      .insert(renewals)
      .values({ userId, ...row })
      .onConflictDoUpdate({ target: renewals.userId, set: row })
  },

  /** A period was paid for; `renews` is what its order says. */
  async paid(tx: Tx, userId: string, nextAt: Date, renews: boolean) {
    await tx
      .update(renewals)
      .set({ nextAt, attempts: 0, failedAt: null, ...(!renews && { canceledAt: new Date() }) })
      .where(eq(renewals.userId, userId))
    // What the card was to be charged with is paid.
    await closeOrder(tx, userId, 'canceled')
  },

  /** Those whose card is to be charged now. */
  due: (now: Date, provider: RenewalRow['provider']): Promise<RenewalRow[]> =>
    db
      .select()
      .from(renewals)
      .where(and(eq(renewals.provider, provider), isNull(renewals.canceledAt), lte(renewals.nextAt, now)))
      .orderBy(asc(renewals.nextAt))
      .limit(PASS),

  /** Whether the person has begun to pay by hand since then. */
  async paysByHand(userId: string, since: Date) {
    const [row] = await db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          eq(payments.userId, userId),
          eq(payments.status, 'pending'),
          eq(payments.automatic, false),
          gt(payments.createdAt, since),
        ),
      )
      .limit(1)
    return row !== undefined
  },

  /** The order of a renewal that is not paid yet. */
  async order(userId: string): Promise<PaymentRow | null> {
    const [row] = await db.select().from(payments).where(openOrderOf(userId))
    return row ?? null
  },

  async placeOrder(row: typeof payments.$inferInsert): Promise<PaymentRow> {
    const [inserted] = await db.insert(payments).values(row).returning()
    return inserted!
  },

  tryAgainAt: (userId: string, nextAt: Date) =>
    db.update(renewals).set({ nextAt }).where(eq(renewals.userId, userId)),

  /** One more try that failed. */
  failed: (userId: string, attempts: number, nextAt: Date) =>
    db
      .update(renewals)
      .set({ attempts: attempts + 1, nextAt })
      .where(and(eq(renewals.userId, userId), lt(renewals.attempts, attempts + 1))),

  /** Whether this is the first that is known of it. */
  async pastDue(userId: string, now: Date) {
    const rows = await db
      .update(renewals)
      .set({ failedAt: now })
      .where(and(eq(renewals.userId, userId), isNull(renewals.failedAt)))
      .returning({ userId: renewals.userId })
    return rows.length > 0
  },

  /** The plan ends; the card stays known for another order. */
  end: (userId: string, now: Date) =>
    db.transaction(async (tx) => {
      await closeOrder(tx, userId, 'failed')
      await tx.update(renewals).set({ canceledAt: now }).where(eq(renewals.userId, userId))
    }),

  stop: (userId: string, now: Date) =>
    db.transaction(async (tx) => {
      await closeOrder(tx, userId, 'canceled')
      await tx.update(renewals).set({ canceledAt: now }).where(eq(renewals.userId, userId))
      await recordForMember(tx, userId, { action: 'plan.renewal_stopped' }, 'owner')
    }),

  resume: (userId: string, nextAt: Date) =>
    db.transaction(async (tx) => {
      await tx.update(renewals).set({ canceledAt: null, nextAt }).where(eq(renewals.userId, userId))
      await recordForMember(tx, userId, { action: 'plan.renewal_resumed' }, 'owner')
    }),

  async ofCustomer(provider: RenewalRow['provider'], customer: string): Promise<RenewalRow | null> {
    const [row] = await db
      .select()
      .from(renewals)
      .where(and(eq(renewals.provider, provider), eq(renewals.customer, customer)))
    return row ?? null
  },

  keepCard: (userId: string, customer: string, card: Card | null) =>
    db.update(renewals).set({ customer, card }).where(eq(renewals.userId, userId)),

  async lastPlanOf(userId: string): Promise<string | null> {
    const [row] = await db
      .select({ planId: planPeriods.planId })
      .from(planPeriods)
      .where(eq(planPeriods.userId, userId))
      .orderBy(desc(planPeriods.endsAt))
      .limit(1)
    return row?.planId ?? null
  },

  async addressOf(userId: string): Promise<string | null> {
    const [row] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
    return row?.email ?? null
  },
})
