import { randomUUID } from 'node:crypto'
import { inArray, sql } from 'drizzle-orm'
import type { AnswerFeedback, Channel } from '../../../src/services/contract/conversations.ts'
import { monthOf } from '../../billing/limits.ts'
import type { Db } from '../../kernel/db/open.ts'
import {
  conversations,
  documentUses,
  gaps,
  messageCounts,
  messages,
  visitors,
} from '../../kernel/db/schema/index.ts'
import { DAY, MINUTE } from '../../kernel/durations.ts'
import type { Talk } from './talks.ts'

const DAYS = 30

/** A talk whose first wording has been answered. */
interface Answered {
  readonly talk: Talk
  readonly integrationId: string
  readonly answerId: string
}

interface Month {
  readonly answered: readonly Answered[]
  readonly organizationId: string
  /** The member who asked. */
  readonly userId: string
  readonly now: Date
}

/** The same numbers from 0 to 1 in every demo. */
const createDice = () => {
  let state = 20_260_131
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  /** Picks one in proportion to its weight. */
  const pick = <Item>(items: readonly Item[], weightOf: (item: Item) => number): Item => {
    let left = next() * items.reduce((sum, item) => sum + weightOf(item), 0)
    for (const item of items) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    return items.at(-1)!
  }
  return { next, pick, chance: (share: number) => next() < share }
}
type Dice = ReturnType<typeof createDice>

const CHANNELS: Record<Talk['assistant'], readonly (readonly [Channel, number])[]> = {
  desk: [
    ['share', 45],
    ['embed', 30],
    ['chat', 12],
    ['playground', 9],
    ['api', 4],
  ],
  shop: [
    ['chat', 7],
    ['playground', 3],
  ],
}

const LIKED: AnswerFeedback = { rating: 'up', reason: null, comment: '' }
const UNHELPFUL: readonly AnswerFeedback[] = [
  { rating: 'down', reason: 'missing', comment: 'I still do not know whom to ask.' },
  { rating: 'down', reason: 'missing', comment: '' },
  { rating: 'down', reason: 'out_of_date', comment: 'The newsletter says something else.' },
]

const feedbackOn = (answered: boolean | null, dice: Dice) => {
  if (dice.chance(answered ? 0.24 : 0.03)) return LIKED
  return dice.chance(answered ? 0.04 : 0.35) ? dice.pick(UNHELPFUL, () => 1) : null
}

type Given = typeof messages.$inferSelect
type Rows = {
  visitors: (typeof visitors.$inferInsert)[]
  conversations: (typeof conversations.$inferInsert)[]
  messages: (typeof messages.$inferInsert)[]
  uses: (typeof documentUses.$inferInsert)[]
  gaps: (typeof gaps.$inferInsert)[]
}

/**
 * Spreads real answers over the month before `now`, as if other people had asked in their own words. Only times
 * and places are invented.
 */
export const spreadOverMonth = async (
  db: Db,
  { answered, organizationId, userId, now }: Month,
): Promise<void> => {
  const dice = createDice()
  const ids = answered.map(({ answerId }) => answerId)
  const [given, uses, unanswered] = await Promise.all([
    db.select().from(messages).where(inArray(messages.id, ids)),
    db.select().from(documentUses).where(inArray(documentUses.answerId, ids)),
    db.select().from(gaps).where(inArray(gaps.answerId, ids)),
  ])
  const rows: Rows = { visitors: [], conversations: [], messages: [], uses: [], gaps: [] }
  // The dice depend on the month's weekends: every talk occurs whatever the day.
  const unasked = [...answered]

  const exchange = (from: Answered, original: Given, conversationId: string, at: Date, position: number) => {
    const id = randomUUID()
    const question = dice.pick(from.talk.wordings, () => 1)
    const channel = rows.conversations.at(-1)?.channel
    rows.messages.push(
      { conversationId, position, role: 'user', content: question, status: 'complete', createdAt: at },
      {
        ...original,
        id,
        conversationId,
        position: position + 1,
        configVersion: channel === 'playground' || channel === 'api' ? null : 1,
        feedback: feedbackOn(original.answered, dice),
        createdAt: at,
      },
    )
    rows.uses.push(
      ...uses.filter(({ answerId }) => answerId === from.answerId).map((use) => ({ ...use, answerId: id })),
    )
    rows.gaps.push(
      ...unanswered
        .filter(({ answerId }) => answerId === from.answerId)
        .map((gap) => ({ ...gap, answerId: id })),
    )
    return question
  }

  const converse = (at: Date) => {
    const due = rows.conversations.length % 3 === 0 ? unasked.shift() : undefined
    const first = due ?? dice.pick(answered, ({ talk }) => talk.weight)
    const { integrationId, talk } = first
    const [channel] = dice.pick(CHANNELS[talk.assistant], ([, weight]) => weight)
    const isVisitor = channel === 'share' || channel === 'embed'
    const visitorId = isVisitor ? randomUUID() : null
    if (visitorId !== null)
      rows.visitors.push({ id: visitorId, integrationId, tokenHash: randomUUID(), createdAt: at })
    const id = randomUUID()
    const conversation: typeof conversations.$inferInsert = {
      id,
      integrationId,
      visitorId,
      userId: isVisitor ? null : userId,
      channel,
      title: '',
      tags: talk.tag && dice.chance(0.4) ? [talk.tag] : [],
      startedAt: at,
      lastMessageAt: at,
    }
    rows.conversations.push(conversation)
    const others = answered.filter((one) => one !== first && one.integrationId === integrationId)
    const asked = dice.chance(0.3) ? [first, dice.pick(others, ({ talk: other }) => other.weight)] : [first]
    asked.forEach((one, place) => {
      const original = given.find((message) => message.id === one.answerId)
      const then = new Date(at.getTime() + place * 2 * MINUTE)
      if (!original) return
      const question = exchange(one, original, id, then, place * 2 + 1)
      if (place === 0) conversation.title = question
      conversation.lastMessageAt = then
    })
  }

  for (let back = DAYS - 1; back > 0; back--) {
    const midnight = new Date(now.getTime() - back * DAY)
    midnight.setUTCHours(0, 0, 0, 0)
    const isWeekend = midnight.getUTCDay() % 6 === 0
    const talks = Math.round((isWeekend ? 1 : 3) + dice.next() * (isWeekend ? 2 : 4))
    for (let n = 0; n < talks; n++)
      converse(new Date(midnight.getTime() + (7 + dice.next() * 13) * 60 * MINUTE))
  }

  await db.transaction(async (tx) => {
    await tx.insert(visitors).values(rows.visitors)
    await tx.insert(conversations).values(rows.conversations)
    await tx.insert(messages).values(rows.messages)
    // A model may cite nothing, or answer everything.
    if (rows.uses.length > 0) await tx.insert(documentUses).values(rows.uses)
    if (rows.gaps.length > 0) await tx.insert(gaps).values(rows.gaps)
    const questions = rows.messages.filter(({ role }) => role === 'user')
    for (const month of new Set(questions.map(({ createdAt }) => monthOf(createdAt ?? now)))) {
      const count = questions.filter(({ createdAt }) => monthOf(createdAt ?? now) === month).length
      await tx
        .insert(messageCounts)
        .values({ organizationId, month, count })
        .onConflictDoUpdate({
          target: [messageCounts.organizationId, messageCounts.month],
          set: { count: sql`${messageCounts.count} + ${count}` },
        })
    }
    // The original questions are among them.
    await tx.delete(conversations).where(
      inArray(
        conversations.id,
        given.map(({ conversationId }) => conversationId),
      ),
    )
  })
}

/** Whether Source Analytics has recorded all these answers: it does so a moment after they are complete. */
export const areRecorded = async (db: Db, answerIds: readonly string[]) => {
  const [row] = await db
    .select({
      recorded:
        sql<number>`count(*) filter (where exists (select 1 from document_uses u where u.answer_id = messages.id)
        or exists (select 1 from gaps g where g.answer_id = messages.id))`.mapWith(Number),
    })
    .from(messages)
    .where(inArray(messages.id, [...answerIds]))
  return row?.recorded === answerIds.length
}
