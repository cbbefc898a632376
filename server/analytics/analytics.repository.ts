import { and, asc, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { GapStatus } from '../../src/services/contract/analytics.ts'
import type { Db } from '../db/open.ts'
import {
  conversations,
  documents,
  documentUses,
  gaps,
  integrations,
  knowledgeBases,
  messages,
} from '../db/schema/index.ts'
import type { ModelUse } from '../models/model-source.ts'
import { HAS_SERVED } from '../retrieval/served.ts'
import { fromBytes } from '../retrieval/vectors.ts'

const GAPS_READ = 1_000

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>

const counted = (condition: ReturnType<typeof sql>) =>
  sql<number>`count(*) filter (where ${condition})`.mapWith(Number)

/** Where calls were not kept one by one yet, the answer's tokens are one of the operator's model. */
const USES = sql`jsonb_array_elements(case
  when ${messages.modelUses} <> '[]' then ${messages.modelUses}
  when ${messages.promptTokens} is null then '[]'
  else jsonb_build_array(jsonb_build_object(
    'model', coalesce(${messages.model}, ''), 'of', 'operator',
    'prompt', ${messages.promptTokens}, 'completion', coalesce(${messages.completionTokens}, 0)))
  end) as used(use)`

const dayIn = (timeZone: string) =>
  sql<string>`to_char(${messages.createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`

const answersOf = (organizationId: string, since: Date) =>
  and(
    eq(integrations.organizationId, organizationId),
    eq(messages.role, 'assistant'),
    gte(messages.createdAt, since),
  )

const rated = (rating: 'up' | 'down') =>
  sql`${documentUses.cited} and ${messages.feedback}->>'rating' = ${rating}`

export const createAnalyticsRepository = (db: Db) => ({
  /** Questions since a moment, one row a day, assistant and channel; every question has one answer row. */
  questions: (organizationId: string, since: Date, timeZone: string) =>
    db
      .select({
        day: dayIn(timeZone),
        integrationId: integrations.id,
        name: integrations.name,
        channel: conversations.channel,
        questions: counted(sql`true`),
        answered: counted(sql`${messages.answered}`),
        unanswered: counted(sql`not ${messages.answered}`),
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(answersOf(organizationId, since))
      .groupBy(sql`1`, integrations.id, conversations.channel),

  /** What models have used since a moment, one row a day, assistant, channel, model and currency. */
  uses: (organizationId: string, since: Date, timeZone: string) =>
    db
      .select({
        day: dayIn(timeZone),
        integrationId: integrations.id,
        channel: conversations.channel,
        model: sql<string>`use->>'model'`,
        provider: sql<string | null>`use->>'provider'`,
        of: sql<ModelUse['of']>`use->>'of'`,
        currency: sql<string | null>`use->'cost'->>'currency'`,
        prompt: sql<number>`sum((use->>'prompt')::bigint)`.mapWith(Number),
        completion: sql<number>`sum((use->>'completion')::bigint)`.mapWith(Number),
        isEstimated: sql<boolean>`bool_or(coalesce((use->>'isEstimated')::boolean, false))`,
        amount: sql<number>`coalesce(sum((use->'cost'->>'amount')::double precision), 0)`.mapWith(Number),
      })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .crossJoinLateral(USES)
      .where(answersOf(organizationId, since))
      .groupBy(sql`1`, integrations.id, conversations.channel, sql`4, 5, 6, 7`),

  /** Every ready document of an organization with its uses since a moment; the most cited first. */
  sources: (organizationId: string, since: Date) => {
    const recent = db
      .select({
        documentId: documentUses.documentId,
        retrieved: sql<number>`count(*)`.mapWith(Number).as('retrieved'),
        cited: counted(sql`${documentUses.cited}`).as('cited'),
        liked: counted(rated('up')).as('liked'),
        disliked: counted(rated('down')).as('disliked'),
        last: sql`max(${messages.createdAt})`.mapWith(messages.createdAt).as('last'),
      })
      .from(documentUses)
      .innerJoin(messages, and(eq(messages.id, documentUses.answerId), gte(messages.createdAt, since)))
      .groupBy(documentUses.documentId)
      .as('recent')
    return db
      .select({
        documentId: documents.id,
        name: documents.name,
        knowledgeBaseId: knowledgeBases.id,
        knowledgeBaseName: knowledgeBases.name,
        retrieved: recent.retrieved,
        cited: recent.cited,
        liked: recent.liked,
        disliked: recent.disliked,
        last: recent.last,
      })
      .from(documents)
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, documents.knowledgeBaseId))
      .leftJoin(recent, eq(recent.documentId, documents.id))
      .where(and(eq(knowledgeBases.organizationId, organizationId), HAS_SERVED))
      .orderBy(
        desc(sql`coalesce(${recent.cited}, 0)`),
        desc(sql`coalesce(${recent.retrieved}, 0)`),
        asc(sql`lower(${documents.name})`),
      )
  },

  /** The newest first, with the question's vector. */
  async gaps(organizationId: string, status: GapStatus) {
    const question = alias(messages, 'question')
    const rows = await db
      .select({
        answerId: gaps.answerId,
        embedding: gaps.embedding,
        model: gaps.embeddingModel,
        question: question.content,
        askedAt: messages.createdAt,
        integrationId: integrations.id,
        integrationName: integrations.name,
      })
      .from(gaps)
      .innerJoin(messages, eq(messages.id, gaps.answerId))
      .innerJoin(
        question,
        and(
          eq(question.conversationId, messages.conversationId),
          eq(question.position, sql`${messages.position} - 1`),
        ),
      )
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(and(eq(integrations.organizationId, organizationId), eq(gaps.status, status)))
      .orderBy(desc(messages.createdAt))
      .limit(GAPS_READ)
    return rows.map(({ embedding, ...row }) => ({ ...row, vector: fromBytes(embedding) }))
  },

  /** Those of the organization alone; how many there were. */
  async settle(organizationId: string, answerIds: string[], status: GapStatus): Promise<number> {
    const own = db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(and(eq(integrations.organizationId, organizationId), inArray(messages.id, answerIds)))
    const rows = await db
      .update(gaps)
      .set({ status })
      .where(inArray(gaps.answerId, own))
      .returning({ id: gaps.answerId })
    return rows.length
  },
})
