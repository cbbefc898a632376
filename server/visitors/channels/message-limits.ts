import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { channelMessages } from '../../kernel/db/schema/index.ts'
import { DAY, HOUR } from '../../kernel/durations.ts'
import type { Written } from './channel.types.ts'

/** Messages to the assistant, per person. */
const HEARD_IN_AN_HOUR = 30

/** So many messages within this time, in ms, of a person or only in their thread. */
type Limit = { max: number; within: number; thread?: string }

/**
 * Whether a person who has taken over takes another message beside those on their way; null if no one has taken
 * over.
 */
export type Takes = (conversationId: string, onTheirWay: number) => Promise<boolean | null>

const limitsOf = ({ thread, heardInADay }: Written): Limit[] => [
  { max: HEARD_IN_AN_HOUR, within: HOUR },
  ...(heardInADay
    ? [
        { max: heardInADay.inAll, within: DAY },
        { max: heardInADay.inThread, within: DAY, thread },
      ]
    : []),
]

/** How much is heard of one person. */
export const createMessageLimits = (db: Db) => {
  const ofThread = (visitorId: string, thread?: string) =>
    and(
      eq(channelMessages.visitorId, visitorId),
      thread === undefined ? undefined : eq(channelMessages.thread, thread),
    )

  const within = (ms: number) => gt(channelMessages.createdAt, new Date(Date.now() - ms))

  const count = (visitorId: string, limit: Limit, isBeyondLimit: boolean) =>
    db.$count(
      channelMessages,
      and(
        ofThread(visitorId, limit.thread),
        within(limit.within),
        eq(channelMessages.isBeyondLimit, isBeyondLimit),
        ne(channelMessages.status, 'taken'),
      ),
    )

  /** Whether the person has taken nothing in this thread since the last refusal. */
  const endsWithRefusal = async (visitorId: string, thread: string) => {
    const [last] = await db
      .select()
      .from(channelMessages)
      .where(and(ofThread(visitorId, thread), within(DAY)))
      .orderBy(desc(channelMessages.createdAt))
      .limit(1)
    return last?.isBeyondLimit === true
  }

  const exceeded = async (
    visitorId: string,
    conversationId: string | null,
    written: Written,
    takes: Takes,
  ): Promise<Limit | 'of_person' | null> => {
    const { thread } = written
    if (conversationId !== null) {
      const isOnItsWay = and(ofThread(visitorId, thread), eq(channelMessages.status, 'waiting'))
      const isTaken = await takes(conversationId, await db.$count(channelMessages, isOnItsWay))
      if (isTaken !== null) return isTaken ? null : 'of_person'
    }
    for (const limit of limitsOf(written))
      if ((await count(visitorId, limit, false)) >= limit.max) return limit
    return null
  }

  /** Only the first message beyond a limit is answered, so that two programs do not answer each other. */
  return async (...message: Parameters<typeof exceeded>): Promise<'heard' | 'refused' | 'ignored'> => {
    const limit = await exceeded(...message)
    if (!limit) return 'heard'
    const [visitorId, , { thread }] = message
    const isKnown =
      limit === 'of_person'
        ? await endsWithRefusal(visitorId, thread)
        : (await count(visitorId, limit, true)) > 0
    return isKnown ? 'ignored' : 'refused'
  }
}
