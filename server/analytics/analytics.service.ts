import type {
  DayOfQuestions,
  Gap,
  GapPatch,
  GapStatus,
  Period,
  SourceAnalytics,
  Spent,
  UsageSeries,
} from '../../src/services/contract/analytics.ts'
import type { TokenPrice } from '../config/models.ts'
import { notFound } from '../errors.ts'
import type { AnalyticsRepository } from './analytics.repository.ts'
import { groupByMeaning, groupedBy } from './groups.ts'

const DAY = 24 * 3_600_000
const EXAMPLES_MAX = 5
/** A price is for so many tokens. */
const PRICED = 1_000_000

type Counted = Awaited<ReturnType<AnalyticsRepository['questions']>>[number]

export type Analytics = ReturnType<typeof createAnalytics>

/** What was asked and what was answered from, for one organization. */
export function createAnalytics(analytics: AnalyticsRepository, price: TokenPrice | null) {
  const spent = spentAt(price)

  const read = async (organizationId: string, { days, time_zone }: Period) => {
    const dates = datesOf(days, time_zone)
    const rows = await analytics.questions(organizationId, new Date(Date.now() - days * DAY), time_zone)
    return { dates, rows: rows.filter(({ day }) => dates.includes(day)) }
  }

  return {
    async usage(organizationId: string, period: Period): Promise<UsageSeries> {
      const { dates, rows } = await read(organizationId, period)
      const names = new Map(rows.map(({ integrationId, name }) => [integrationId, name]))
      return {
        days: byDay(dates, rows).map((day) => ({
          ...day,
          spent: spent(rows.filter((row) => row.day === day.date)),
        })),
        by_integration: shares(rows, ({ integrationId }) => integrationId).map(([id, questions, of]) => ({
          integration_id: id,
          name: names.get(id) ?? '',
          questions,
          spent: spent(of),
        })),
        by_channel: shares(rows, ({ channel }) => channel).map(([channel, questions, of]) => ({
          channel,
          questions,
          spent: spent(of),
        })),
        spent: spent(rows),
        price,
      }
    },

    async sources(organizationId: string, period: Period): Promise<SourceAnalytics> {
      const { dates, rows } = await read(organizationId, period)
      const documents = await analytics.sources(organizationId, new Date(Date.now() - period.days * DAY))
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

    /** Grouped by meaning within each assistant, the most asked first. */
    async gaps(organizationId: string, status: GapStatus): Promise<Gap[]> {
      const rows = await analytics.gaps(organizationId, status)
      const assistants = groupedBy(rows, ({ integrationId }) => integrationId)
      return [...assistants.values()]
        .flatMap(groupByMeaning)
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

    /** @throws Refusal 404 when none of them is the organization's */
    async settle(organizationId: string, { answer_ids, status }: GapPatch): Promise<void> {
      if ((await analytics.settle(organizationId, answer_ids, status)) === 0) throw notFound('Question')
    },
  }
}

/** The last `days` dates of a place on earth, the oldest first. */
function datesOf(days: number, timeZone: string): string[] {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  const now = Date.now()
  // Twice a day: where a clock is set back, a day has 25 hours.
  const dates = Array.from({ length: days * 2 }, (_, half) => format.format(now - (half * DAY) / 2))
  return [...new Set(dates)].slice(0, days).reverse()
}

const byDay = (dates: readonly string[], rows: readonly Counted[]): DayOfQuestions[] => {
  const ofDate = groupedBy(rows, ({ day }) => day)
  const sum = (date: string, key: 'questions' | 'answered' | 'unanswered') =>
    (ofDate.get(date) ?? []).reduce((total, row) => total + row[key], 0)
  return dates.map((date) => ({
    date,
    questions: sum(date, 'questions'),
    answered: sum(date, 'answered'),
    unanswered: sum(date, 'unanswered'),
  }))
}

/** The most asked first, each with its rows. */
const shares = <Key>(rows: readonly Counted[], keyOf: (row: Counted) => Key) =>
  [...groupedBy(rows, keyOf)]
    .map(([key, of]) => [key, sumOf(of, 'questions'), of] as const)
    .sort(([, a], [, b]) => b - a)

const sumOf = (rows: readonly Counted[], key: 'questions' | 'promptTokens' | 'completionTokens') =>
  rows.reduce((total, row) => total + row[key], 0)

const spentAt =
  (price: TokenPrice | null) =>
  (rows: readonly Counted[]): Spent => {
    const prompt_tokens = sumOf(rows, 'promptTokens')
    const completion_tokens = sumOf(rows, 'completionTokens')
    const cost = price && (prompt_tokens * price.input + completion_tokens * price.output) / PRICED
    return { prompt_tokens, completion_tokens, cost }
  }
