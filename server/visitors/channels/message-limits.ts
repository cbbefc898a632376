import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { channelMessages } from '../../kernel/db/schema/index.ts'
import type { Written } from './channel.types.ts'

const HOUR = 3_600_000 // ms
const DAY = 24 * HOUR
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

  const count = (visitorId: string, { within, thread }: Limit, isBeyondLimit: boolean) =>
    db.$count(
      channelMessages,
      and(
        ofThread(visitorId, thread),
        gt(channelMessages.createdAt, new Date(Date.now() - within)),
        eq(channelMessages.isBeyondLimit, isBeyondLimit),
      ),
    )

  const exceeded = async (
    visitorId: string,
    conversationId: string | null,
    written: Written,
    takes: Takes,
  ): Promise<Limit | null> => {
    const { thread } = written
    if (conversationId !== null) {
      const isOnItsWay = and(ofThread(visitorId, thread), eq(channelMessages.status, 'waiting'))
      const isTaken = await takes(conversationId, await db.$count(channelMessages, isOnItsWay))
      if (isTaken !== null) return isTaken ? null : { max: 0, within: DAY, thread }
    }
    for (const limit of limitsOf(written))
      if ((await count(visitorId, limit, false)) >= limit.max) return limit
    return null
  }

  /** Only the first message beyond a limit is answered, so that two programs do not answer each other. */
  return async (...message: Parameters<typeof exceeded>): Promise<'heard' | 'refused' | 'ignored'> => {
    const limit = await exceeded(...message)
    if (!limit) return 'heard'
    return (await count(message[0], limit, true)) > 0 ? 'ignored' : 'refused'
  }
}
