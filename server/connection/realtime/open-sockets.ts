import { and, count, desc, eq, inArray, lte } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { openSockets } from '../../kernel/db/schema/index.ts'

type Opened = { id: string; holder: string; network: string | null }
type Limits = { perHolder: number; perNetwork: number }

export type OpenSockets = ReturnType<typeof createOpenSockets>

/** The sockets of all processes, as far as they are limited together. */
export const createOpenSockets = (db: Db, processId: string, { perHolder, perNetwork }: Limits) => {
  const forget = async (ids: string[]) => {
    await db.delete(openSockets).where(inArray(openSockets.id, ids))
  }
  return {
    /** Adds a socket; says which older ones have to go for it, and whether its network has too many already. */
    async add({ id, holder, network }: Opened): Promise<{ displaced: string[]; isRefused: boolean }> {
      const [added] = await db
        .insert(openSockets)
        .values({ id, processId, holder, network })
        .returning({ openedAt: openSockets.openedAt })
      const older = await db
        .select({ id: openSockets.id })
        .from(openSockets)
        .where(eq(openSockets.holder, holder))
        .orderBy(desc(openSockets.openedAt), desc(openSockets.id))
        .offset(perHolder)
      const displaced = older.map((one) => one.id)
      if (displaced.length > 0) await forget(displaced)
      if (network === null || !added) return { displaced, isRefused: false }
      const [before] = await db
        .select({ sockets: count() })
        .from(openSockets)
        .where(and(eq(openSockets.network, network), lte(openSockets.openedAt, added.openedAt)))
      return { displaced, isRefused: (before?.sockets ?? 0) > perNetwork }
    },
    forget,
    has: async (holder: string) => (await db.$count(openSockets, eq(openSockets.holder, holder))) > 0,
  }
}
