import { sql } from 'drizzle-orm'
import type { Channel } from '../../src/services/contract/conversations.ts'
import type { OutcomePeriod, OutcomeReport, Outcomes } from '../../src/services/contract/handover.ts'
import type { Db } from '../db/open.ts'

const DAY = 24 * 3_600_000

type Ended = {
  outcome: keyof Outcomes
  integrationId: string
  name: string
  channel: Channel
  conversations: number
}

/** What people asked what is published; the team tries things in the Playground, and programs end nothing. */
const CHANNELS = sql.raw(`('share', 'embed', 'chat')`)

/** The first that holds, as the contract defines them. */
const OUTCOME = sql.raw(`case
  when h.conversation_id is not null then 'handed_over'
  when last.answered = false or last.status = 'failed' then 'refused'
  when last.status = 'stopped' or last.answered is null or last.feedback->>'rating' = 'down' or v.helped = false
    then 'abandoned'
  else 'answered' end`)

const sumOf = (rows: Ended[]): Outcomes => {
  const of = (outcome: keyof Outcomes) =>
    rows.reduce((sum, row) => sum + (row.outcome === outcome ? row.conversations : 0), 0)
  return {
    handed_over: of('handed_over'),
    refused: of('refused'),
    abandoned: of('abandoned'),
    answered: of('answered'),
  }
}

const groupsOf = (rows: Ended[], key: 'integrationId' | 'channel') =>
  [...new Set(rows.map((row) => row[key]))].map((value) => rows.filter((row) => row[key] === value))

const total = (rows: Ended[]) => rows.reduce((sum, { conversations }) => sum + conversations, 0)

/** How the conversations of an organization ended. */
export const createOutcomes = (db: Db) => {
  const ended = async (organizationId: string, from: Date, to: Date): Promise<Ended[]> => {
    const { rows } = await db.execute<Ended>(sql`
      select ${OUTCOME} as outcome, i.id as "integrationId", i.name, c.channel, count(*)::int as conversations
      from conversations c
      join integrations i on i.id = c.integration_id
      join lateral (
        select m.answered, m.status, m.feedback from messages m
        where m.conversation_id = c.id and m.role = 'assistant' and m.status <> 'streaming'
        order by m.position desc limit 1
      ) last on true
      left join handovers h on h.conversation_id = c.id
      left join conversation_verdicts v on v.conversation_id = c.id
      where i.organization_id = ${organizationId} and c.channel in ${CHANNELS}
        and c.last_message_at >= ${from.toISOString()} and c.last_message_at < ${to.toISOString()}
      group by 1, 2, 3, 4`)
    return rows
  }

  const people = async (organizationId: string, from: Date, to: Date) => {
    const { rows } = await db.execute<{ minutes: number | null; rating: number | null; ratings: number }>(sql`
      select
        percentile_cont(0.5) within group (order by extract(epoch from first_reply_at - requested_at) / 60)
          as minutes,
        avg(rating)::float8 as rating,
        count(rating)::int as ratings
      from handovers
      where organization_id = ${organizationId}
        and requested_at >= ${from.toISOString()} and requested_at < ${to.toISOString()}`)
    return rows[0]
  }

  const period = async (organizationId: string, from: Date, to: Date) => {
    const [rows, known] = await Promise.all([
      ended(organizationId, from, to),
      people(organizationId, from, to),
    ])
    const summary: OutcomePeriod = {
      ended: sumOf(rows),
      median_reply_minutes: known?.minutes ?? null,
      rating: known?.rating ?? null,
      ratings: known?.ratings ?? 0,
    }
    return { rows, summary }
  }

  return async (organizationId: string, days: number): Promise<OutcomeReport> => {
    const now = Date.now()
    const [begin, before] = [new Date(now - days * DAY), new Date(now - 2 * days * DAY)]
    const [current, previous] = await Promise.all([
      period(organizationId, begin, new Date(now)),
      period(organizationId, before, begin),
    ])
    const grouped = (key: 'integrationId' | 'channel') =>
      groupsOf(current.rows, key).sort((one, other) => total(other) - total(one))
    return {
      current: current.summary,
      previous: previous.summary,
      by_integration: grouped('integrationId').map((rows) => ({
        integration_id: rows[0]!.integrationId,
        name: rows[0]!.name,
        ended: sumOf(rows),
      })),
      by_channel: grouped('channel').map((rows) => ({ channel: rows[0]!.channel, ended: sumOf(rows) })),
    }
  }
}

export type OutcomesOf = ReturnType<typeof createOutcomes>
