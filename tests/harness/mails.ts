import { desc } from 'drizzle-orm'
import type { Context } from '../../server/context.ts'
import { mails } from '../../server/kernel/db/schema/index.ts'

/** The mails of the outbox for one address, newest first, after all pending work. */
export async function mailsTo({ context }: { context: Pick<Context, 'background' | 'db'> }, address: string) {
  await context.background.settle()
  const all = await context.db.select().from(mails).orderBy(desc(mails.createdAt))
  return all.filter(({ recipient }) => recipient === address)
}

/** The last part of the link in a mail. */
export const tokenIn = (body: string) => /\/([\w-]{43}(?:\.[\w-]{43})?)(?:\s|$)/.exec(body)?.[1] ?? ''
