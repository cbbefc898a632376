import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  lt,
  lte,
  max,
  min,
  sql,
} from 'drizzle-orm'
import { fieldsOf, record } from '../../kernel/audit.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { webhookDeliveries, webhookEndpoints } from '../../kernel/db/schema/index.ts'
import { DAY } from '../../kernel/durations.ts'

export type EndpointRow = typeof webhookEndpoints.$inferSelect
export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type WebhooksRepository = ReturnType<typeof createWebhooksRepository>

const SHOWN_MAX = 100
/** A process that has not reported a delivery's outcome by then is gone. */
const LEASE = sql`interval '1 minute'`
/** Renewed more often in a day, a webhook forgets the oldest. */
const KEPT_SECRETS = 10
/** An endpoint is turned off when a delivery has used up its attempts after this long without a success. */
const GIVEN_UP_AFTER = sql`interval '5 days'`

type Outcome = Pick<DeliveryRow, 'status' | 'responseStatus' | 'responseExcerpt' | 'error'> & {
  nextTryAt?: Date
}

/** Gives up what waits for an endpoint that is turned off, in the transaction that turns it off. */
const giveUp = (tx: Tx, endpointId: string) =>
  tx
    .update(webhookDeliveries)
    .set({ status: 'failed' })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'pending')))

/** Newest first, and no more than fit into a header. */
const previousSecrets = sql`concat_ws(' ', ${webhookEndpoints.secret}, case when ${webhookEndpoints.previousUntil} > now() then
  array_to_string((string_to_array(${webhookEndpoints.previousSecret}, ' '))[1:${sql.raw(String(KEPT_SECRETS - 1))}], ' ') end)`

const isDue = () => and(eq(webhookDeliveries.status, 'pending'), lte(webhookDeliveries.nextTryAt, sql`now()`))

export const createWebhooksRepository = (db: Db) => {
  const one = (organizationId: string, id: string) =>
    and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.organizationId, organizationId))
  const targetOf = ({ id, url }: EndpointRow) => ({ id, name: new URL(url).origin })

  return {
    of: (organizationId: string): Promise<EndpointRow[]> =>
      db
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.organizationId, organizationId))
        .orderBy(asc(webhookEndpoints.createdAt)),

    async find(organizationId: string, id: string): Promise<EndpointRow | null> {
      const [row] = await db.select().from(webhookEndpoints).where(one(organizationId, id))
      return row ?? null
    },

    insert: (row: typeof webhookEndpoints.$inferInsert): Promise<EndpointRow> =>
      db.transaction(async (tx) => {
        const [inserted] = await tx.insert(webhookEndpoints).values(row).returning()
        const details = { events: row.events.join(', ') }
        await record(tx, row.organizationId, {
          action: 'webhook.created',
          target: targetOf(inserted!),
          details,
        })
        return inserted!
      }),

    /**
     * Null if it is gone. With a new secret, the stored one is kept beside those that are still valid: any of them
     * may be the one that its receiver has, because an answer with a new one can be lost. Another address, or turning it
     * on by hand, restarts its five days.
     */
    update: (
      { id, organizationId }: Pick<EndpointRow, 'id' | 'organizationId'>,
      changes: Partial<Omit<typeof webhookEndpoints.$inferInsert, 'previousSecret' | 'failingSince'>>,
      action: 'webhook.changed' | 'webhook.secret_rotated',
    ): Promise<EndpointRow | null> =>
      db.transaction(async (tx) => {
        const [row] = await tx
          .update(webhookEndpoints)
          .set({
            ...changes,
            ...(changes.secret && { previousSecret: previousSecrets }),
            ...((changes.url ?? changes.enabled) !== undefined && { failingSince: null }),
          })
          .where(one(organizationId, id))
          .returning()
        if (!row) return null
        if (changes.enabled === false) await giveUp(tx, id)
        const details = action === 'webhook.changed' ? { fields: fieldsOf(changes) } : {}
        await record(tx, organizationId, { action, target: targetOf(row), details })
        return row
      }),

    delete: ({ id, organizationId }: Pick<EndpointRow, 'id' | 'organizationId'>): Promise<void> =>
      db.transaction(async (tx) => {
        const [row] = await tx.delete(webhookEndpoints).where(one(organizationId, id)).returning()
        if (row) await record(tx, organizationId, { action: 'webhook.deleted', target: targetOf(row) })
      }),

    /** Newest first. */
    deliveriesOf: (endpointId: string): Promise<DeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, endpointId))
        .orderBy(desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id))
        .limit(SHOWN_MAX),

    hasDelivery: async (endpointId: string, id: string): Promise<boolean> =>
      (await db.$count(
        webhookDeliveries,
        and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.endpointId, endpointId)),
      )) > 0,

    async queue(endpointId: string, type: DeliveryRow['type'], body: string): Promise<DeliveryRow> {
      const [row] = await db.insert(webhookDeliveries).values({ endpointId, type, body }).returning()
      return row!
    },

    /** Sends it again, starting with the first attempt; null if there is none, or it is already waiting. */
    async requeue(endpointId: string, id: string): Promise<DeliveryRow | null> {
      const [row] = await db
        .update(webhookDeliveries)
        .set({ status: 'pending', attempts: 0, nextTryAt: sql`now()` })
        .where(
          and(
            eq(webhookDeliveries.id, id),
            eq(webhookDeliveries.endpointId, endpointId),
            sql`${webhookDeliveries.status} <> 'pending'`,
          ),
        )
        .returning()
      return row ?? null
    },

    /** Organizations with due deliveries, the longest waiting first. */
    async waitingOrganizations() {
      const rows = await db
        .select({ organizationId: webhookEndpoints.organizationId })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(isDue())
        .groupBy(webhookEndpoints.organizationId)
        .orderBy(asc(min(webhookDeliveries.nextTryAt)))
      return rows.map(({ organizationId }) => organizationId)
    },

    /**
     * Claims an organization's next due delivery for this process. Its receivers take turns, and one that is slow
     * leaves others theirs: they would wait for hours behind all that is due there.
     */
    async take(organizationId: string) {
      // Only a lease ends exactly that long after its attempt began.
      const sending = db
        .select({ endpointId: webhookDeliveries.endpointId })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .where(
          and(
            eq(webhookEndpoints.organizationId, organizationId),
            eq(webhookDeliveries.status, 'pending'),
            gt(webhookDeliveries.nextTryAt, sql`now()`),
            eq(webhookDeliveries.nextTryAt, sql`${webhookDeliveries.attemptedAt} + ${LEASE}`),
          ),
        )
      // Joined, so that it is looked up for each receiver and not for each delivery.
      const lastTurn = db
        .select({ at: max(webhookDeliveries.attemptedAt).as('at') })
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.endpointId, webhookEndpoints.id))
        .as('last_turn')
      const due = db
        .select({ id: webhookDeliveries.id })
        .from(webhookDeliveries)
        .innerJoin(webhookEndpoints, eq(webhookEndpoints.id, webhookDeliveries.endpointId))
        .innerJoinLateral(lastTurn, sql`true`)
        .where(and(isDue(), eq(webhookEndpoints.organizationId, organizationId)))
        .orderBy(
          inArray(webhookDeliveries.endpointId, sending),
          sql`${lastTurn.at} nulls first`,
          isNotNull(webhookEndpoints.failingSince),
          asc(webhookDeliveries.nextTryAt),
        )
        .limit(1)
        .for('update', { of: webhookDeliveries, skipLocked: true })
      const [taken] = await db
        .update(webhookDeliveries)
        .set({
          attempts: sql`${webhookDeliveries.attempts} + 1`,
          attemptedAt: sql`now()`,
          nextTryAt: sql`now() + ${LEASE}`,
        })
        .from(webhookEndpoints)
        .where(
          and(eq(webhookDeliveries.id, sql`(${due})`), eq(webhookEndpoints.id, webhookDeliveries.endpointId)),
        )
        .returning({
          delivery: getTableColumns(webhookDeliveries),
          endpoint: getTableColumns(webhookEndpoints),
        })
      return taken ?? null
    },

    /** Stores the outcome of an attempt. Returns the endpoint if that turned it off. */
    settle: (
      { id, endpointId, type, attempts }: DeliveryRow,
      outcome: Outcome,
    ): Promise<EndpointRow | null> =>
      db.transaction(async (tx) => {
        // Locked before its deliveries, as wherever it is turned off.
        const [before] = await tx
          .select()
          .from(webhookEndpoints)
          .where(eq(webhookEndpoints.id, endpointId))
          .for('update')
        if (!before) return null
        await tx
          .update(webhookDeliveries)
          .set(outcome)
          .where(
            and(
              eq(webhookDeliveries.id, id),
              // If the attempts differ, another process has taken it up.
              eq(webhookDeliveries.attempts, attempts),
              // A delivery given up during the attempt stays so, unless it has arrived.
              outcome.status === 'succeeded' ? undefined : eq(webhookDeliveries.status, 'pending'),
            ),
          )
        const isGood = outcome.status === 'succeeded'
        if (type === 'test' && !isGood) return null
        const [after] = await tx
          .update(webhookEndpoints)
          .set(
            isGood
              ? { failingSince: null }
              : {
                  failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())`,
                  ...(outcome.status === 'failed' && {
                    enabled: sql`${webhookEndpoints.enabled} and coalesce(${webhookEndpoints.failingSince} > now() - ${GIVEN_UP_AFTER}, true)`,
                  }),
                },
          )
          .where(eq(webhookEndpoints.id, endpointId))
          .returning()
        if (!after || !before.enabled || after.enabled) return null
        await giveUp(tx, after.id)
        await record(tx, after.organizationId, {
          action: 'webhook.changed',
          target: targetOf(after),
          details: { fields: 'enabled', reason: 'failing' },
        })
        return after
      }),

    sweep: () =>
      db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, new Date(Date.now() - 30 * DAY))),
  }
}
