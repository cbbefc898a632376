import { and, asc, eq, getTableColumns, isNotNull, min, sql } from 'drizzle-orm'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { handoverSettings, handovers, handoverTickets } from '../../kernel/db/schema/index.ts'

/** If the process that took it is gone, it is due again. */
const LEASE = sql`now() + interval '5 minutes'`
const isDue = () => and(eq(handoverTickets.status, 'pending'), sql`${handoverTickets.nextTryAt} <= now()`)

export type TicketRow = typeof handoverTickets.$inferSelect
type Outcome = Partial<Pick<TicketRow, 'status' | 'nextTryAt' | 'ticketId'>>

export type TicketsRepository = ReturnType<typeof createTicketsRepository>

/** Queues a request's ticket in its transaction. */
export const queueTicket = (tx: Tx, conversationId: string) =>
  tx
    .insert(handoverTickets)
    .values({ conversationId })
    .onConflictDoUpdate({
      target: handoverTickets.conversationId,
      set: { status: 'pending', attempts: 0, nextTryAt: sql`now()`, requestId: sql`gen_random_uuid()` },
    })

export const createTicketsRepository = (db: Db) => ({
  /** Organizations with due tickets, the longest waiting first. */
  async waitingOrganizations() {
    const rows = await db
      .select({ organizationId: handovers.organizationId })
      .from(handoverTickets)
      .innerJoin(handovers, eq(handovers.conversationId, handoverTickets.conversationId))
      .where(isDue())
      .groupBy(handovers.organizationId)
      .orderBy(asc(min(handoverTickets.nextTryAt)))
    return rows.map(({ organizationId }) => organizationId)
  },

  /** Claims an organization's next due ticket for this process. */
  async take(organizationId: string): Promise<TicketRow | null> {
    const due = db
      .select({ id: handoverTickets.conversationId })
      .from(handoverTickets)
      .innerJoin(handovers, eq(handovers.conversationId, handoverTickets.conversationId))
      .where(and(isDue(), eq(handovers.organizationId, organizationId)))
      .orderBy(asc(handoverTickets.nextTryAt))
      .limit(1)
      .for('update', { of: handoverTickets, skipLocked: true })
    const [taken] = await db
      .update(handoverTickets)
      .set({ attempts: sql`${handoverTickets.attempts} + 1`, nextTryAt: LEASE })
      .where(eq(handoverTickets.conversationId, sql`(${due})`))
      .returning(getTableColumns(handoverTickets))
    return taken ?? null
  },

  /** Stores the outcome of an attempt, unless another process has taken it up, or a new request took its place. */
  settle: ({ conversationId, requestId, attempts }: TicketRow, outcome: Outcome) =>
    db
      .update(handoverTickets)
      .set(outcome)
      .where(
        and(
          eq(handoverTickets.conversationId, conversationId),
          eq(handoverTickets.requestId, requestId),
          eq(handoverTickets.attempts, attempts),
        ),
      ),

  async token(integrationId: string) {
    const [row] = await db
      .select({ token: handoverSettings.zendeskToken })
      .from(handoverSettings)
      .where(eq(handoverSettings.integrationId, integrationId))
    return row?.token ?? null
  },

  /**
   * Why the last ticket could not be created; null: it was. Without a connection, no one could end it. Returns whether
   * that is news.
   */
  async noteFailure(integrationId: string, failure: IngestionError | null) {
    const { zendeskFailure, zendeskToken } = handoverSettings
    const rows = await db
      .update(handoverSettings)
      .set({ zendeskFailure: failure })
      .where(
        and(
          eq(handoverSettings.integrationId, integrationId),
          isNotNull(zendeskToken),
          sql`${zendeskFailure} is distinct from ${sql.param(failure, zendeskFailure)}`,
        ),
      )
      .returning({ id: handoverSettings.integrationId })
    return rows.length > 0
  },
})
