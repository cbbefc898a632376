import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { channels } from './channels.ts'
import { conversations } from './conversations.ts'
import { visitors } from './share.ts'

const at = () => timestamp({ withTimezone: true })

/** What a channel has yet to say, in Markdown. */
export type ChannelReply = {
  text: string
  sources: { title: string; url: string | null }[]
  /** Of a person who replies in place of the assistant. */
  author: string | null
}

/** What somebody wrote there. Its rows are the queue of the answers. */
export const channelMessages = pgTable(
  'channel_messages',
  {
    channelId: uuid()
      .notNull()
      .references(() => channels.id, { onDelete: 'cascade' }),
    /** As the service names it: what is delivered twice is taken once. */
    key: text().notNull(),
    visitorId: uuid()
      .notNull()
      .references(() => visitors.id, { onDelete: 'cascade' }),
    /** What belongs to one conversation of its visitor. */
    thread: text().notNull(),
    /** Then a conversation ends with a day of silence. */
    isEndless: boolean().notNull(),
    /** Where an answer goes. */
    place: jsonb().$type<Record<string, string>>().notNull(),
    /** Until it is answered; then the conversation has it. */
    content: text().notNull(),
    reply: jsonb().$type<ChannelReply>(),
    conversationId: uuid().references(() => conversations.id, { onDelete: 'cascade' }),
    answerId: uuid(),
    /** As the service names the answer, which thumbs are given to. */
    sentKey: text(),
    status: text().$type<'waiting' | 'done' | 'failed'>().notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    nextTryAt: at().notNull().defaultNow(),
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
