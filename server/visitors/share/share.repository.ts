import { and, asc, desc, eq, gte, inArray, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Customer } from '../../../src/services/contract/handover.ts'
import { DAILY_LIMIT, isOrigin, VISITOR_LIMIT } from '../../../src/services/contract/share.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import { withCount } from '../../conversations/conversations.selection.ts'
import { record, recorded } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import {
  conversations,
  integrations,
  integrationVersions,
  publicPages,
  visitorQuestions,
  visitors,
} from '../../kernel/db/schema/index.ts'
import { requireForEveryone } from '../../knowledge/readers/may-use.ts'
import type { FaceRow, PageChanges, PageRow, VisitorRow } from './share.types.ts'

export type ShareRepository = ReturnType<typeof createShareRepository>

const LISTED_MAX = 50

export const createShareRepository = (db: Db) => ({
  /** Off, with the initial limits, if it was never changed. */
  async page(integrationId: string): Promise<PageRow> {
    const [row] = await db.select().from(publicPages).where(eq(publicPages.integrationId, integrationId))
    if (!row)
      return {
        integrationId,
        state: 'off',
        allowedOrigins: [],
        visitorLimit: VISITOR_LIMIT,
        dailyLimit: DAILY_LIMIT,
        expiresAt: null,
        identitySecret: null,
        identitySince: null,
      }
    // They become part of a policy: entries stored before this check existed are dropped.
    return { ...row, allowedOrigins: row.allowedOrigins.filter(isOrigin) }
  },

  /**
   * The published part of an assistant whose page is not off: one row, since every view of a customer's site
   * reads it.
   */
  async face(integrationId: string): Promise<FaceRow | null> {
    const [row] = await db
      .select({ version: integrationVersions.version, configuration: integrationVersions.configuration })
      .from(integrationVersions)
      .innerJoin(publicPages, eq(publicPages.integrationId, integrationVersions.integrationId))
      .where(and(eq(integrationVersions.integrationId, integrationId), ne(publicPages.state, 'off')))
      .orderBy(desc(integrationVersions.version))
      .limit(1)
    return row ?? null
  },

  /** @throws Refusal 409 for a restricted one, unless it is off */
  savePage: ({ id, name, organizationId }: IntegrationRow, changes: PageChanges, fields: string) =>
    db.transaction(async (tx) => {
      // The assistant is locked first, as by its deletion.
      await tx.select({ id: integrations.id }).from(integrations).where(eq(integrations.id, id)).for('share')
      const set = { integrationId: id, ...changes }
      const [saved] = await tx
        .insert(publicPages)
        .values(set)
        .onConflictDoUpdate({ target: publicPages.integrationId, set })
        .returning({ state: publicPages.state })
      const { state } = saved!
      if (state !== 'off') await requireForEveryone(tx, id)
      await record(tx, organizationId, {
        action: 'assistant.public_page',
        target: { id, name },
        details: { state, fields },
      })
    }),

  /** Ends everything proven by the previous secret. */
  saveIdentitySecret: ({ id, name, organizationId }: IntegrationRow, identitySecret: string) =>
    recorded(
      db,
      organizationId,
      { action: 'assistant.identity_secret', target: { id, name } },
      async (tx) => {
        const set = { identitySecret, identitySince: new Date() }
        await tx
          .insert(publicPages)
          .values({ integrationId: id, ...set })
          .onConflictDoUpdate({ target: publicPages.integrationId, set })
        await tx
          .update(visitors)
          .set({ customer: null })
          .where(and(eq(visitors.integrationId, id), isNull(visitors.channelId)))
      },
    ),

  /** False if the visitor is a different customer. */
  async saveCustomer(visitorId: string, customer: Customer): Promise<boolean> {
    const isOwn = or(isNull(visitors.customer), sql`${visitors.customer}->>'id' = ${customer.id}`)
    const saved = await db
      .update(visitors)
      .set({ customer })
      .where(and(eq(visitors.id, visitorId), isOwn))
      .returning({ id: visitors.id })
    return saved.length > 0
  },

  addVisitor: (integrationId: string, tokenHash: string) =>
    db.insert(visitors).values({ integrationId, tokenHash }),

  async visitor(integrationId: string, tokenHash: string): Promise<VisitorRow | null> {
    const [row] = await db
      .select()
      .from(visitors)
      .where(and(eq(visitors.tokenHash, tokenHash), eq(visitors.integrationId, integrationId)))
    return row ?? null
  },

  noteSeen: (id: string, at: Date) => db.update(visitors).set({ lastSeenAt: at }).where(eq(visitors.id, id)),

  /** Deletes visitors last seen before, or whose page ended before; conversations stay. */
  sweep: (before: Date) =>
    db
      .delete(visitors)
      .where(
        or(
          lt(visitors.lastSeenAt, before),
          and(
            isNull(visitors.channelId),
            inArray(
              visitors.integrationId,
              db
                .select({ id: publicPages.integrationId })
                .from(publicPages)
                .where(lt(publicPages.expiresAt, before)),
            ),
          ),
        ),
      ),

  /** Questions on a page since then, by all its visitors or by one. */
  asked: (integrationId: string, since: Date, visitorId?: string): Promise<number> =>
    db.$count(
      visitorQuestions,
      and(
        eq(visitorQuestions.integrationId, integrationId),
        gte(visitorQuestions.askedAt, since),
        visitorId === undefined ? undefined : eq(visitorQuestions.visitorId, visitorId),
      ),
    ),

  countQuestion: (integrationId: string, visitorId: string) =>
    db.insert(visitorQuestions).values({ integrationId, visitorId }),

  /** Newest first. */
  conversationsOf: (visitorId: string) =>
    db
      .select(withCount)
      .from(conversations)
      .where(eq(conversations.visitorId, visitorId))
      .orderBy(desc(conversations.lastMessageAt), asc(conversations.id))
      .limit(LISTED_MAX),
})
