import { and, desc, eq, getTableColumns, gte, inArray, or, sql } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { GAP_ANSWERS_MAX, type GapStatus } from '../../../src/services/contract/analytics.ts'
import { byName, countWhere } from '../../kernel/db/filters.ts'
import type { Db } from '../../kernel/db/open.ts'
import type { ModelUse } from '../../kernel/db/schema/index.ts'
import {
  conversations,
  documents,
  documentUses,
  gaps,
  integrations,
  knowledgeBases,
  messages,
  pastAnswers,
} from '../../kernel/db/schema/index.ts'
import { DAY } from '../../kernel/durations.ts'
import { mayRead, mayReadDocument, type ReaderId } from '../../knowledge/readers/may-read.ts'
import { mayUse, usableBy } from '../../knowledge/readers/may-use.ts'
import { hasOtherLength } from '../../knowledge/retrieval/outdated.ts'
import { HAS_SERVED } from '../../knowledge/retrieval/served.ts'
import { fromBytes, toBytes } from '../../knowledge/retrieval/vectors.ts'

export type AnalyticsRepository = ReturnType<typeof createAnalyticsRepository>

/** Leaves out conversations by their index; the clocks of the server and the database may differ. */
const hasMessagesSince = (since: Date) => gte(conversations.lastMessageAt, new Date(since.getTime() - DAY))

/** Questions embedded again in one sweep. */
const EMBEDDED_AT_ONCE = 200

const question = alias(messages, 'question')
/** Whether it is the question of an answer. */
const isQuestion = and(
  eq(question.conversationId, messages.conversationId),
  eq(question.position, sql`${messages.position} - 1`),
)

type Which = 'all' | 'kept'

/** Figures of every answer since a moment: `all` includes those of deleted conversations. */
const answersOf = (db: Db, organizationId: string, userId: string, since: Date, which: Which = 'all') => {
  const { answered, model, promptTokens, completionTokens, modelUses } = messages
  const figures = { answered, model, promptTokens, completionTokens, modelUses }
  const ofOrganization = and(eq(integrations.organizationId, organizationId), mayUse(userId))
  const kept = db
    .select({
      integrationId: conversations.integrationId,
      channel: conversations.channel,
      createdAt: messages.createdAt,
      ...figures,
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
    .where(
      and(
        ofOrganization,
        hasMessagesSince(since),
        eq(messages.role, 'assistant'),
        gte(messages.createdAt, since),
      ),
    )
  if (which === 'kept') return kept.as('answers')
  const past = db
    .select({ ...getTableColumns(pastAnswers) })
    .from(pastAnswers)
    .innerJoin(integrations, eq(integrations.id, pastAnswers.integrationId))
    .where(and(ofOrganization, gte(pastAnswers.createdAt, since)))
  return unionAll(kept, past).as('answers')
}

type Answers = ReturnType<typeof answersOf>

/** Older answers have no record per call: their tokens count for the operator's model. */
const usesOf = ({
  modelUses,
  promptTokens,
  completionTokens,
  model,
}: Answers) => sql`jsonb_array_elements(case
  when ${modelUses} <> '[]' then ${modelUses}
  when ${promptTokens} is null then '[]'
  else jsonb_build_array(jsonb_build_object(
    'model', coalesce(${model}, ''), 'of', 'operator',
    'prompt', ${promptTokens}, 'completion', coalesce(${completionTokens}, 0)))
  end) as used(use)`

const dayIn = ({ createdAt }: Answers | typeof messages, timeZone: string) =>
  sql<string>`to_char(${createdAt} at time zone ${timeZone}, 'YYYY-MM-DD')`

const rated = (rating: 'up' | 'down') =>
  sql`${documentUses.cited} and ${messages.feedback}->>'rating' = ${rating}`

export const createAnalyticsRepository = (db: Db) => ({
  /** Questions since a moment, one row per day, assistant and channel; every question has one answer row. */
  questions: (organizationId: string, userId: string, since: Date, timeZone: string) => {
    const answers = answersOf(db, organizationId, userId, since)
    return db
      .select({
        day: dayIn(answers, timeZone),
        integrationId: integrations.id,
        name: integrations.name,
        channel: answers.channel,
        questions: countWhere(sql`true`),
        answered: countWhere(sql`${answers.answered}`),
        unanswered: countWhere(sql`not ${answers.answered}`),
      })
      .from(answers)
      .innerJoin(integrations, eq(integrations.id, answers.integrationId))
      .groupBy(sql`1`, integrations.id, answers.channel)
  },

  /** Model usage since a moment, one row per day, assistant, channel, model and currency. */
  uses: (organizationId: string, userId: string, since: Date, timeZone: string, which?: Which) => {
    const answers = answersOf(db, organizationId, userId, since, which)
    return db
      .select({
        day: dayIn(answers, timeZone),
        integrationId: answers.integrationId,
        channel: answers.channel,
        model: sql<string>`use->>'model'`,
        provider: sql<string | null>`use->>'provider'`,
        of: sql<ModelUse['of']>`use->>'of'`,
        currency: sql<string | null>`use->'cost'->>'currency'`,
        prompt: sql<number>`sum((use->>'prompt')::bigint)`.mapWith(Number),
        completion: sql<number>`sum((use->>'completion')::bigint)`.mapWith(Number),
        isEstimated: sql<boolean>`bool_or(coalesce((use->>'isEstimated')::boolean, false))`,
        amount: sql<number>`coalesce(sum((use->'cost'->>'amount')::double precision), 0)`.mapWith(Number),
      })
      .from(answers)
      .crossJoinLateral(usesOf(answers))
      .groupBy(sql`1`, answers.integrationId, answers.channel, sql`4, 5, 6, 7`)
  },

  /**
   * Every ready document of an organization with its uses since a day in a time zone, which begins after `since`; most
   * cited first.
   */
  sources: (organizationId: string, readerId: ReaderId, since: Date, day: string, timeZone: string) => {
    const recent = db
      .select({
        documentId: documentUses.documentId,
        retrieved: sql<number>`count(*)`.mapWith(Number).as('retrieved'),
        cited: countWhere(sql`${documentUses.cited}`).as('cited'),
        liked: countWhere(rated('up')).as('liked'),
        disliked: countWhere(rated('down')).as('disliked'),
        last: sql`max(${messages.createdAt})`.mapWith(messages.createdAt).as('last'),
      })
      .from(documentUses)
      .innerJoin(messages, and(eq(messages.id, documentUses.answerId), gte(messages.createdAt, since)))
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .where(
        and(
          inArray(conversations.integrationId, usableBy(db, readerId)),
          hasMessagesSince(since),
          gte(dayIn(messages, timeZone), day),
        ),
      )
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
      .where(
        and(
          eq(knowledgeBases.organizationId, organizationId),
          mayRead(readerId),
          mayReadDocument(readerId),
          HAS_SERVED,
        ),
      )
      .orderBy(
        desc(sql`coalesce(${recent.cited}, 0)`),
        desc(sql`coalesce(${recent.retrieved}, 0)`),
        byName(documents.name),
      )
  },

  /** Newest first, with the question's vector. */
  async gaps(organizationId: string, userId: string, status: GapStatus) {
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
      .innerJoin(question, isQuestion)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(and(eq(integrations.organizationId, organizationId), mayUse(userId), eq(gaps.status, status)))
      .orderBy(desc(messages.createdAt))
      .limit(GAP_ANSWERS_MAX)
    return rows.map(({ embedding, ...row }) => ({ ...row, vector: fromBytes(embedding) }))
  },

  /** Questions without a vector of this model and length, which was unavailable or is new; in any order, so that a refused one holds up none. */
  gapsToEmbed: (model: string, dimensions: number | null) =>
    db
      .select({ answerId: gaps.answerId, question: question.content })
      .from(gaps)
      .innerJoin(messages, eq(messages.id, gaps.answerId))
      .innerJoin(question, isQuestion)
      .where(
        and(
          eq(gaps.status, 'open'),
          or(
            sql`${gaps.embeddingModel} is distinct from ${model}`,
            dimensions === null ? undefined : hasOtherLength(gaps.embedding, dimensions),
          ),
        ),
      )
      .orderBy(sql`random()`)
      .limit(EMBEDDED_AT_ONCE),

  embedGap: (answerId: string, vector: Float32Array, embeddingModel: string) =>
    db
      .update(gaps)
      .set({ embedding: toBytes(vector), embeddingModel })
      .where(eq(gaps.answerId, answerId)),

  /** Only the organization's, of assistants that someone may use; returns the number. */
  async settle(
    organizationId: string,
    userId: string,
    answerIds: string[],
    status: GapStatus,
  ): Promise<number> {
    const own = db
      .select({ id: messages.id })
      .from(messages)
      .innerJoin(conversations, eq(conversations.id, messages.conversationId))
      .innerJoin(integrations, eq(integrations.id, conversations.integrationId))
      .where(
        and(eq(integrations.organizationId, organizationId), mayUse(userId), inArray(messages.id, answerIds)),
      )
    const rows = await db
      .update(gaps)
      .set({ status })
      .where(inArray(gaps.answerId, own))
      .returning({ id: gaps.answerId })
    return rows.length
  },
})
