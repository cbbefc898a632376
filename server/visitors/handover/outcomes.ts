import { sql } from 'drizzle-orm'
import type { Period } from '../../../src/services/contract/analytics.ts'
import { type Channel, ConnectedKind } from '../../../src/services/contract/conversations.ts'
import type { OutcomePeriod, OutcomeReport, Outcomes } from '../../../src/services/contract/handover.ts'
import type { AnalyticsRepository } from '../../conversations/analytics/analytics.repository.ts'
import { datesOf } from '../../conversations/analytics/dates.ts'
import { pricedBy, spentOf } from '../../conversations/analytics/spent.ts'
import type { TokenPrice } from '../../kernel/config/models.ts'
import type { Db } from '../../kernel/db/open.ts'
import { DAY } from '../../kernel/durations.ts'
import { BYTE_ORDER_MARK, csvOf } from '../../kernel/http/csv.ts'
import { usableBy } from '../../knowledge/readers/may-use.ts'
import { languageOf } from '../../knowledge/retrieval/language.ts'

const COLUMNS = ['date', 'assistant', 'channel', 'answered', 'handed_over', 'refused', 'abandoned']

/** Detecting languages means reading questions, which takes time: at most this many conversations, newest first. */
const LANGUAGES_READ = 2_000

/** An organization, and those of its assistants that the caller may see. */
type Asked = { organizationId: string; usable: ReturnType<typeof usableBy> }
type Ending = { outcome: keyof Outcomes; conversations: number }
type Ended = Ending & { day: string; integrationId: string; name: string; channel: Channel }

/** Channels of published assistants; the Playground is for trials, and programs end nothing. */
const CHANNELS: readonly Channel[] = ['share', 'embed', 'chat', ...ConnectedKind.options]

/** The first that applies, as the contract defines them. */
const OUTCOME = sql.raw(`case
  when h.conversation_id is not null then 'handed_over'
  when last.answered = false or last.status = 'failed' then 'refused'
  when last.status = 'stopped' or last.answered is null or last.feedback->>'rating' = 'down' or v.helped = false
    then 'abandoned'
  else 'answered' end`)

/** Conversations of the published channels that ended since a moment, each with its last answer. */
const endedSince = ({ organizationId, usable }: Asked, since: Date) => sql`
  from conversations c
  join integrations i on i.id = c.integration_id
  join lateral (
    select m.answered, m.status, m.feedback from messages m
    where m.conversation_id = c.id and m.role = 'assistant' and m.status <> 'streaming'
    order by m.position desc limit 1
  ) last on true
  left join handovers h on h.conversation_id = c.id
  left join conversation_verdicts v on v.conversation_id = c.id
  where i.organization_id = ${organizationId} and i.id in ${usable} and c.last_message_at >= ${since.toISOString()}
    and c.channel in (${sql.join(
      CHANNELS.map((channel) => sql`${channel}`),
      sql`, `,
    )})`

const dayOf = (column: string, timeZone: string) =>
  sql`to_char(${sql.raw(column)} at time zone ${timeZone}, 'YYYY-MM-DD')`

const sumOf = (rows: readonly Ending[]): Outcomes => {
  const of = (outcome: keyof Outcomes) =>
    rows.reduce((sum, row) => sum + (row.outcome === outcome ? row.conversations : 0), 0)
  return {
    handed_over: of('handed_over'),
    refused: of('refused'),
    abandoned: of('abandoned'),
    answered: of('answered'),
  }
}

/** The largest group first. */
const groupsOf = <Row extends Ending>(rows: readonly Row[], keyOf: (row: Row) => string) => {
  const total = (of: readonly Row[]) => of.reduce((sum, { conversations }) => sum + conversations, 0)
  return [...Map.groupBy(rows, keyOf).values()].sort((one, other) => total(other) - total(one))
}

/** How an organization's conversations ended, for assistants that the caller may use. */
export function createOutcomes(db: Db, analytics: AnalyticsRepository, price: TokenPrice | null) {
  const priced = pricedBy(price)

  const ended = async (asked: Asked, since: Date, timeZone: string): Promise<Ended[]> => {
    const { rows } = await db.execute<Ended>(sql`
      select ${OUTCOME} as outcome, i.id as "integrationId", i.name, c.channel,
        ${dayOf('c.last_message_at', timeZone)} as day, count(*)::int as conversations
      ${endedSince(asked, since)}
      group by 1, 2, 3, 4, 5`)
    return rows
  }

  const languages = async (asked: Asked, since: Date, dates: readonly string[], timeZone: string) => {
    const { rows } = await db.execute<{ outcome: keyof Outcomes; day: string; questions: string }>(sql`
      select ${OUTCOME} as outcome, ${dayOf('c.last_message_at', timeZone)} as day, (
        select coalesce(string_agg(left(content, 200), ' '), '') from (
          select content from messages where conversation_id = c.id and role = 'user' order by position limit 3
        ) asked
      ) as questions
      ${endedSince(asked, since)}
      order by c.last_message_at desc limit ${LANGUAGES_READ}`)
    return rows
      .filter(({ day }) => dates.includes(day))
      .map(({ outcome, questions }) => ({ outcome, conversations: 1, language: languageOf(questions) }))
  }

  const people = async (
    { organizationId, usable }: Asked,
    since: Date,
    dates: readonly string[],
    timeZone: string,
  ) => {
    const day = dayOf('requested_at', timeZone)
    const { rows } = await db.execute<{ minutes: number | null; rating: number | null; ratings: number }>(sql`
      select
        percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - requested_at) / 60)
          as minutes,
        avg(rating)::float8 as rating,
        count(rating)::int as ratings
      from handovers
      where organization_id = ${organizationId} and integration_id in ${usable} and requester <> 'trial' and requested_at >= ${since.toISOString()}
        and ${day} between ${dates[0]} and ${dates.at(-1)}`)
    return rows[0]
  }

  /** The days of both periods, with their counts. */
  const both = async (asked: Asked, { days, time_zone }: Period) => {
    const dates = datesOf(days * 2, time_zone)
    const since = new Date(Date.now() - (days * 2 + 1) * DAY)
    const rows = await ended(asked, since, time_zone)
    return { since, rows, before: dates.slice(0, days), now: dates.slice(days) }
  }

  const within = <Row extends { day: string }>(rows: readonly Row[], dates: readonly string[]) =>
    rows.filter(({ day }) => dates.includes(day))

  return {
    async report(organizationId: string, userId: string, period: Period): Promise<OutcomeReport> {
      const asked = { organizationId, usable: usableBy(db, userId) }
      const { since, rows, before, now } = await both(asked, period)
      // Outcomes of deleted conversations are not known, so their costs do not count either.
      const used = await analytics.uses(organizationId, userId, since, period.time_zone, 'kept')
      const uses = used.filter(({ channel }) => CHANNELS.includes(channel)).map(priced)
      const summary = async (dates: readonly string[]): Promise<OutcomePeriod> => {
        const known = await people(asked, since, dates, period.time_zone)
        const counted = sumOf(within(rows, dates))
        return {
          ended: counted,
          cost_per_answered: spentOf(within(uses, dates)).costs.flatMap(({ amount, currency }) =>
            counted.answered === 0 ? [] : [{ amount: amount / counted.answered, currency }],
          ),
          median_reply_minutes: known?.minutes ?? null,
          rating: known?.rating ?? null,
          ratings: known?.ratings ?? 0,
        }
      }
      const current = within(rows, now)
      const said = await languages(asked, since, now, period.time_zone)
      return {
        current: await summary(now),
        previous: await summary(before),
        days: now.map((date) => ({ date, ended: sumOf(within(current, [date])) })),
        by_integration: groupsOf(current, ({ integrationId }) => integrationId).map((of) => ({
          integration_id: of[0]!.integrationId,
          name: of[0]!.name,
          ended: sumOf(of),
        })),
        by_channel: groupsOf(current, ({ channel }) => channel).map((of) => ({
          channel: of[0]!.channel,
          ended: sumOf(of),
        })),
        by_language: groupsOf(said, ({ language }) => language).map((of) => ({
          language: of[0]!.language,
          ended: sumOf(of),
        })),
      }
    },

    /** One row per day, assistant and channel, oldest first. */
    async csv(organizationId: string, userId: string, period: Period): Promise<string> {
      const { rows, now } = await both({ organizationId, usable: usableBy(db, userId) }, period)
      const groups = Map.groupBy(within(rows, now), ({ day, integrationId, channel }) =>
        JSON.stringify([day, integrationId, channel]),
      )
      const table = [...groups.values()].map((of) => {
        const { day, name, channel } = of[0]!
        const { answered, handed_over, refused, abandoned } = sumOf(of)
        return [day, name, channel, answered, handed_over, refused, abandoned]
      })
      const sorted = table.sort((one, other) =>
        `${one.slice(0, 3)}`.localeCompare(`${other.slice(0, 3)}`, 'en'),
      )
      return BYTE_ORDER_MARK + csvOf([COLUMNS, ...sorted])
    },
  }
}

export type OutcomesOf = ReturnType<typeof createOutcomes>
