import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { channels } from './channels.ts'
import { at, partOf } from './columns.ts'
import { conversations } from './conversations.ts'
import { visitors } from './share.ts'

/** Pending reply of a channel, in Markdown. */
export type ChannelReply = {
  text: string
  sources: { title: string; url: string | null }[]
  /** Name of a person who replies instead of the assistant. */
  author: string | null
}

/** Messages from channels. Its rows are the queue of answers. */
export const channelMessages = pgTable(
  'channel_messages',
  {
    channelId: partOf(() => channels.id),
    /** The service's id: repeated deliveries are ignored. */
    key: text().notNull(),
    visitorId: partOf(() => visitors.id),
    /** Groups messages into one conversation of a visitor. */
    thread: text().notNull(),
    /** If so, a conversation ends after a day of silence. */
    isEndless: boolean().notNull(),
    /** Where to send an answer. */
    place: jsonb().$type<Record<string, string>>().notNull(),
    /** Until it is answered; then it is kept in the conversation. */
    content: text().notNull(),
    /** Its sender has written too much: the answer says only that there is none. */
    isBeyondLimit: boolean().notNull().default(false),
    reply: jsonb().$type<ChannelReply>(),
    conversationId: uuid().references(() => conversations.id, { onDelete: 'cascade' }),
    answerId: uuid(),
    /** The service's id of the answer, for ratings. */
    sentKey: text(),
    /** `taken`: a person has it, and the assistant has not heard it. */
    status: text().$type<'waiting' | 'done' | 'taken' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** While it is claimed, the end of the claim. */
    nextTryAt: at().notNull().defaultNow(),
    isClaimed: boolean().notNull().default(false),
    createdAt: at().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.key] }),
    index('channel_messages_due').on(table.nextTryAt).where(sql`${table.status} = 'waiting'`),
    index('channel_messages_thread').on(table.visitorId, table.thread),
    index('channel_messages_conversation').on(table.conversationId),
    index('channel_messages_sent').on(table.channelId, table.sentKey),
    index('channel_messages_day').on(table.channelId, table.createdAt),
  ],
)
