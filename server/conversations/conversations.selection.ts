import { and, eq, getTableColumns, gte, inArray, lt, not, or, type SQL, sql } from 'drizzle-orm'
import type {
  AnswerFeedback,
  Answering,
  ConversationFilter,
} from '../../src/services/contract/conversations.ts'
import { beginOf, containing, endOf } from '../kernel/db/filters.ts'
import { conversations, UNSPACED, wordsOf } from '../kernel/db/schema/index.ts'
import type { ReadAccess } from '../knowledge/readers/may-read.ts'
import { mayReadMessage } from '../knowledge/readers/may-read.ts'

// The columns are written out: drizzle omits the table if there is only one.
const ofThis = sql.raw('m.conversation_id = conversations.id')
const PUBLISHED = sql`m.config_version is not null`
const UNANSWERED = sql.raw(`m.role = 'assistant' and (m.answered = false or m.status = 'failed')`)
const rated = (rating: AnswerFeedback['rating']) => sql`m.feedback->>'rating' = ${rating}`
const countOf = (condition: SQL) =>
  sql<number>`(select count(*)::int from messages m where ${ofThis} and ${condition})`.mapWith(Number)
const some = (condition: SQL) => sql`exists (select 1 from messages m where ${ofThis} and ${condition})`

/** The organization to notify by webhook about an assistant; null for a restricted one. */
export const openOrganizationOf = (integrationId: string) =>
  sql<string>`(select organization_id from integrations where id = ${integrationId} and not is_restricted)`

export const withCount = {
  ...getTableColumns(conversations),
  messageCount: countOf(sql`true`),
  liked: countOf(rated('up')),
  disliked: countOf(rated('down')),
  unanswered: countOf(UNANSWERED),
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\p{Cf}]*/gu

/**
 * Every word is a prefix of one in `content`, in any order. Words of scripts without spaces, and text without words,
 * are matched literally.
 */
const says = (text: string, content: SQL) => {
  const words = text.match(WORD) ?? []
  const literal = words.length === 0 ? [text] : words.filter((word) => UNSPACED.test(word))
  const begun = words.filter((word) => !UNSPACED.test(word)).map((word) => `${word}:*`)
  return and(
    ...literal.map((word) => sql`${content} ilike ${containing(word)}`),
    begun.length === 0 ? undefined : sql`${wordsOf(content)} @@ to_tsquery('simple', ${begun.join(' & ')})`,
  )
}

const conversationCondition = ({ filter, timeZone, access }: Selection) =>
  and(
    filter.integration === undefined ? undefined : eq(conversations.integrationId, filter.integration),
    filter.channel && eq(conversations.channel, filter.channel),
    filter.tag ? sql`${filter.tag} = any(${conversations.tags})` : undefined,
    filter.from === undefined ? undefined : gte(conversations.lastMessageAt, beginOf(filter.from, timeZone)),
    filter.to === undefined ? undefined : lt(conversations.lastMessageAt, endOf(filter.to, timeZone)),
    filter.rating && some(rated(filter.rating)),
    filter.answered === 'no' ? some(UNANSWERED) : undefined,
    filter.answered === 'yes'
      ? and(sql`not ${some(UNANSWERED)}`, some(sql`m.role = 'assistant' and m.answered`))
      : undefined,
    filter.q
      ? or(
          some(sql`${says(filter.q, sql`m.content`)} and ${mayReadMessage(access)}`),
          sql`exists (select 1 from handover_entries e where e.conversation_id = conversations.id
            and e.kind in ('visitor', 'reply') and ${says(filter.q, sql`e.content`)})`,
        )
      : undefined,
  )

/** Selects conversations of some assistants: `ownerId` limits them to those this person began. */
export type Selection = {
  integrationIds: string[]
  filter: ConversationFilter
  /** Time zone of the filter's days. */
  timeZone: string
  /** The caller’s read access. */
  access: ReadAccess
  ownerId?: string | undefined
  config?: Answering | undefined
}

export const selected = (selection: Selection) => {
  const { integrationIds, ownerId, config } = selection
  return and(
    inArray(conversations.integrationId, integrationIds),
    conversationCondition(selection),
    config === 'published' ? some(PUBLISHED) : undefined,
    config === 'draft' ? not(some(PUBLISHED)) : undefined,
    ownerId === undefined ? undefined : eq(conversations.userId, ownerId),
  )
}
