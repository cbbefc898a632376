import { and, count, desc, eq, gt, lt } from 'drizzle-orm'
import type { Background } from '../background.ts'
import type { Db, Tx } from '../db/open.ts'
import { signIns } from '../db/schema/index.ts'

export type Device = { userAgent: string; address: string }
export type SignInRow = typeof signIns.$inferSelect
type Outcome = SignInRow['outcome']

const SHOWN_MAX = 20
const KEPT = 90 * 24 * 3_600_000 // ms

export type SignIns = ReturnType<typeof createSignIns>

/** Who tried to get in, from where. */
export const createSignIns = (db: Db, background: Background) => ({
  /** After the answer: a wrong password must not take longer than an unknown address. */
  remember: (userId: string, outcome: Outcome, device: Device) =>
    background.run('remembering a sign-in', async () => {
      await db.insert(signIns).values({ userId, outcome, ...device })
    }),

  insert: (tx: Tx, userId: string, outcome: Outcome, device: Device) =>
    tx.insert(signIns).values({ userId, outcome, ...device }),

  /** How many ended so within the last `window` ms. */
  async countSince(tx: Tx, userId: string, outcome: Outcome, window: number): Promise<number> {
    const [row] = await tx
      .select({ count: count() })
      .from(signIns)
      .where(
        and(
          eq(signIns.userId, userId),
          eq(signIns.outcome, outcome),
          gt(signIns.createdAt, new Date(Date.now() - window)),
        ),
      )
    return row?.count ?? 0
  },

  of: (userId: string): Promise<SignInRow[]> =>
    db
      .select()
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(desc(signIns.createdAt))
      .limit(SHOWN_MAX),

  sweep: () => db.delete(signIns).where(lt(signIns.createdAt, new Date(Date.now() - KEPT))),
})
