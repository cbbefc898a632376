import type {
  DayOfQuestions,
  Gap,
  GapPatch,
  GapStatus,
  Period,
  SourceAnalytics,
  Spent,
  UsageSeries,
} from '../../../src/services/contract/analytics.ts'
import type { TokenPrice } from '../../kernel/config/models.ts'
import { DAY } from '../../kernel/durations.ts'
import { notFound } from '../../kernel/errors.ts'
import { within } from '../../kernel/within.ts'
import type { ModelScale } from '../../knowledge/retrieval/model-scale.ts'
import { calibrated, type Scale } from '../../knowledge/retrieval/model-scale.ts'
import { dot } from '../../knowledge/retrieval/vectors.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'
import { datesOf } from './dates.ts'
import { pricedBy, spentOf, type Used } from './spent.ts'

/**
 * Two questions with at least this similarity are counted as one. Measured: paraphrases reach 0.57 to 0.92, different
 * questions about the same shop at most 0.53, and the same question about another country 0.80.
 */
const SAME_MEANING = 0.6

/**
 * Groups by meaning: each item joins the first group whose first member is similar, or begins one. Without a
 * scale nothing is similar, and an item without a vector is similar to none. Largest first; vectors have length 1.
 */
function groupByMeaning<Item extends { vector: Float32Array; model: string | null }>(
  items: readonly Item[],
  scale: Scale | null,
): Item[][] {
  const groups: Item[][] = []
  for (const item of items) {
    const near = groups.find(
      ([first]) =>
        scale !== null &&
        item.vector.length > 0 &&
        first?.model === item.model &&
        first.vector.length === item.vector.length &&
        calibrated(dot(first.vector, item.vector), scale) >= SAME_MEANING,
    )
    if (near) near.push(item)
    else groups.push([item])
  }
  return groups.sort((a, b) => b.length - a.length)
}

const EXAMPLES_MAX = 5
/** The page waits for the embedding model no longer than this. */
const SCALE_LIMIT = 2_000 // ms

type Counted = Awaited<ReturnType<AnalyticsRepository['questions']>>[number]

export type Analytics = ReturnType<typeof createAnalytics>

/** Questions and sources of answers for one organization. */
export function createAnalytics(
  analytics: AnalyticsRepository,
  price: TokenPrice | null,
  scaleOfModel: ModelScale,
) {
  const priced = pricedBy(price)
  /** A day more: a period in which clocks are set back is longer. Its days are chosen by their dates. */
  const startOf = ({ days }: Period) => new Date(Date.now() - (days + 1) * DAY)
  const read = async (organizationId: string, userId: string, period: Period) => {
    const dates = datesOf(period.days, period.time_zone)
    const rows = await analytics.questions(organizationId, userId, startOf(period), period.time_zone)
    return { dates, rows: rows.filter(({ day }) => dates.includes(day)) }
  }

  return {
    /** Like everything here, for assistants that someone may use. */
    async usage(organizationId: string, userId: string, period: Period): Promise<UsageSeries> {
      const [{ dates, rows }, used] = await Promise.all([
        read(organizationId, userId, period),
        analytics.uses(organizationId, userId, startOf(period), period.time_zone),
      ])
      const uses = used.filter(({ day }) => dates.includes(day)).map(priced)
      const usesOf = (part: Partial<Used>) =>
        spentOf(
          uses.filter((use) => Object.entries(part).every(([key, of]) => use[key as keyof Used] === of)),
        )
      const names = new Map(rows.map(({ integrationId, name }) => [integrationId, name]))
      return {
        days: byDay(dates, rows).map((day) => ({ ...day, spent: usesOf({ day: day.date }) })),
        by_integration: shares(rows, ({ integrationId }) => integrationId).map(([id, questions]) => ({
          integration_id: id,
          name: names.get(id) ?? '',
          questions,
          spent: usesOf({ integrationId: id }),
        })),
        by_channel: shares(rows, ({ channel }) => channel).map(([channel, questions]) => ({
          channel,
          questions,
          spent: usesOf({ channel }),
        })),
        by_model: byModel(uses),
        spent: spentOf(uses),
      }
    },

    async sources(organizationId: string, readerId: string, period: Period): Promise<SourceAnalytics> {
      const { dates, rows } = await read(organizationId, readerId, period)
      const documents = await analytics.sources(
        organizationId,
        readerId,
        startOf(period),
        dates[0] ?? '',
        period.time_zone,
      )
      return {
        days: byDay(dates, rows),
        documents: documents.map((document) => ({
          document_id: document.documentId,
          name: document.name,
          knowledge_base_id: document.knowledgeBaseId,
          knowledge_base_name: document.knowledgeBaseName,
          retrieved: document.retrieved ?? 0,
          cited: document.cited ?? 0,
          liked: document.liked ?? 0,
          disliked: document.disliked ?? 0,
          last_retrieved_at: document.last?.toISOString() ?? null,
        })),
      }
    },

    /** Grouped by meaning within each assistant, most asked first; ungrouped if the model does not respond. */
    async gaps(organizationId: string, userId: string, status: GapStatus): Promise<Gap[]> {
      const rows = await analytics.gaps(organizationId, userId, status)
      const scale = await within(scaleOfModel(), SCALE_LIMIT, 'no scale in time').catch(() => null)
      const assistants = Map.groupBy(rows, ({ integrationId }) => integrationId)
      return [...assistants.values()]
        .flatMap((asked) => groupByMeaning(asked, scale))
        .sort((a, b) => b.length - a.length)
        .map((group) => {
          const [newest] = group
          const wordings = [...new Set(group.map(({ question }) => question))]
          return {
            answer_ids: group.map(({ answerId }) => answerId),
            question: newest!.question,
            examples: wordings.slice(1, 1 + EXAMPLES_MAX),
            integration_id: newest!.integrationId,
            integration_name: newest!.integrationName,
            last_asked_at: newest!.askedAt.toISOString(),
          }
        })
    },

    /** @throws Refusal 404 if none of them is the organization's */
    async settle(organizationId: string, userId: string, { answer_ids, status }: GapPatch): Promise<void> {
      if ((await analytics.settle(organizationId, userId, answer_ids, status)) === 0)
        throw notFound('question')
    },
  }
}

const byDay = (dates: readonly string[], rows: readonly Counted[]): DayOfQuestions[] => {
  const ofDate = Map.groupBy(rows, ({ day }) => day)
  const sum = (date: string, key: 'questions' | 'answered' | 'unanswered') =>
    (ofDate.get(date) ?? []).reduce((total, row) => total + row[key], 0)
  return dates.map((date) => ({
    date,
    questions: sum(date, 'questions'),
    answered: sum(date, 'answered'),
    unanswered: sum(date, 'unanswered'),
  }))
}

/** Most asked first. */
const shares = <Key>(rows: readonly Counted[], keyOf: (row: Counted) => Key) =>
  [...Map.groupBy(rows, keyOf)]
    .map(([key, of]) => [key, of.reduce((total, { questions }) => total + questions, 0)] as const)
    .sort(([, a], [, b]) => b - a)

/** Models with the most tokens first; the same name at two providers is two models. */
const byModel = (uses: readonly Used[]): UsageSeries['by_model'] =>
  [...Map.groupBy(uses, ({ model, provider, of }) => JSON.stringify([model, provider, of])).values()]
    .map((used) => {
      const { model, provider, of } = used[0]!
      return { model, provider, of, spent: spentOf(used) }
    })
    .sort((a, b) => tokensOf(b.spent) - tokensOf(a.spent))

const tokensOf = ({ prompt_tokens, completion_tokens }: Spent) => prompt_tokens + completion_tokens
