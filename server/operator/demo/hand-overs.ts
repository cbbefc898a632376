import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { conversations, handoverEntries, handovers, messages } from '../../kernel/db/schema/index.ts'
import { MINUTE } from '../../kernel/durations.ts'

interface Customer {
  readonly name: string
  readonly email: string
  /** Later entries: minutes after the request, author, and text. */
  readonly entries: readonly (readonly [number, 'visitor' | 'reply' | 'note', string])[]
  readonly status: typeof handovers.$inferInsert.status
  readonly rating?: number
}

/** Newest first. Their messages fit any unanswered question. */
const CUSTOMERS: readonly Customer[] = [
  {
    name: 'Grace Hopper',
    email: 'grace@customers.example',
    entries: [[1, 'visitor', 'It is for a present, so I would have to know by Friday.']],
    status: 'open',
  },
  { name: '', email: 'j.okafor@customers.example', entries: [], status: 'open' },
  {
    name: 'Lena Vogt',
    email: 'lena@customers.example',
    entries: [
      [35, 'note', 'Asked the shop in Bergen: they do it.'],
      [42, 'reply', 'Not on the site yet, but our shop in Bergen can do that for you. Shall we arrange it?'],
    ],
    status: 'waiting',
  },
  {
    name: 'Amir Haddad',
    email: 'amir@customers.example',
    entries: [
      [18, 'reply', 'Not on the site, but every one of our shops does it at the counter.'],
      [24, 'visitor', 'Thank you, that helps!'],
    ],
    status: 'resolved',
    rating: 5,
  },
  {
    name: 'Sofia Lind',
    email: 'sofia@customers.example',
    entries: [[140, 'reply', 'We are sorry, not at the moment. We will write to you when that changes.']],
    status: 'resolved',
    rating: 3,
  },
]

interface Team {
  readonly organizationId: string
  readonly userId: string
  /** The person who replied. */
  readonly name: string
}

/** Lets customers whose last question was not answered ask for a person. */
export const askForPeople = async (db: Db, { organizationId, userId, name }: Team) => {
  const unanswered = await db
    .select({ id: conversations.id, integrationId: conversations.integrationId, at: messages.createdAt })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .where(
      and(
        eq(messages.answered, false),
        eq(messages.createdAt, conversations.lastMessageAt),
        isNotNull(conversations.visitorId),
      ),
    )
    .orderBy(desc(messages.createdAt))
    .limit(CUSTOMERS.length)
  for (const [place, { id, integrationId, at }] of unanswered.entries()) {
    const customer = CUSTOMERS[place]!
    const after = (minutes: number) => new Date(at.getTime() + minutes * MINUTE)
    const replied = customer.entries.find(([, kind]) => kind === 'reply')
    await db.insert(handovers).values({
      conversationId: id,
      organizationId,
      integrationId,
      reason: 'refused',
      status: customer.status,
      inInbox: true,
      takenOver: replied !== undefined,
      name: customer.name,
      email: customer.email,
      language: 'en',
      assigneeId: replied ? userId : null,
      rating: customer.rating ?? null,
      requestedAt: at,
      firstReplyAt: replied ? after(replied[0]) : null,
      lastAt: after(customer.entries.at(-1)?.[0] ?? 0),
    })
    if (customer.entries.length === 0) continue
    await db.insert(handoverEntries).values(
      customer.entries.map(([minutes, kind, content]) => ({
        conversationId: id,
        kind,
        content,
        createdAt: after(minutes),
        ...(kind !== 'visitor' && { authorId: userId, author: name }),
        ...(kind === 'reply' && { deliveredAt: after(minutes) }),
      })),
    )
  }
}
