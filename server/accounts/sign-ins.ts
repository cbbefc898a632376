import { and, desc, eq, gt, lt, TransactionRollbackError } from 'drizzle-orm'
import type { Notifications } from '../connection/notifications/notifications.service.ts'
import { recordForMember } from '../kernel/audit.ts'
import type { Background } from '../kernel/background.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { signIns, users } from '../kernel/db/schema/index.ts'
import { DAY } from '../kernel/durations.ts'
import type { Device } from '../kernel/http/device.ts'
import { deviceSaid } from '../kernel/http/device.ts'

const withoutVersions = (userAgent: string) => userAgent.replace(/[\d._]+/g, '')

/** Whether a returning user has a new browser; a newer version of a known one does not count. */
export const isNewDevice = (seen: readonly string[], userAgent: string) =>
  seen.length > 0 && seen.every((one) => withoutVersions(one) !== withoutVersions(userAgent))

/** Notifies a user of a sign-in from a new device. */
export const notifyOfNewSignIn = (
  notifications: Notifications,
  userId: string,
  { userAgent, address }: { userAgent: string; address: string },
) =>
  notifications.notify({
    userIds: [userId],
    type: 'security_new_signin',
    values: { device: deviceSaid(userAgent), address },
    link: '/security',
  })

export type SignInRow = typeof signIns.$inferSelect
type Outcome = SignInRow['outcome']

const SHOWN_MAX = 20
const KEPT = 90 * DAY

export type SignIns = ReturnType<typeof createSignIns>

async function insert(tx: Tx, userId: string, outcome: Outcome, device: Device): Promise<void> {
  await tx.insert(signIns).values({ userId, outcome, ...device })
  if (outcome === 'signed_in')
    return recordForMember(tx, userId, { action: 'login.succeeded', actorId: userId })
  // Who failed is unknown: the entry names the targeted account.
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await recordForMember(tx, userId, {
    action: 'login.failed',
    target: { id: userId, name: user?.email ?? '' },
    details: { reason: outcome },
  })
}

/** Log-in attempts, and their origin. */
export const createSignIns = (db: Db, background: Background) => ({
  /** After the response: a wrong password must not take longer than an unknown address. */
  rememberWrongPassword: (userId: string, device: Device) =>
    background.run('remembering a sign-in', () =>
      db.transaction((tx) => insert(tx, userId, 'wrong_password', device)),
    ),

  /** The same work for an unknown address, rolled back: the next request waits equally long after either. */
  forgetUnknown: (device: Device) =>
    background.run('forgetting a sign-in', () =>
      db
        .transaction(async (tx) => {
          const [anybody] = await tx.select({ id: users.id }).from(users).limit(1)
          if (anybody) await insert(tx, anybody.id, 'wrong_password', device)
          throw new TransactionRollbackError()
        })
        .catch((error: unknown) => {
          if (!(error instanceof TransactionRollbackError)) throw error
        }),
    ),

  insert,

  /** Number of attempts with this outcome within the last `window` ms. */
  countSince: (tx: Tx, userId: string, outcome: Outcome, window: number): Promise<number> =>
    tx.$count(
      signIns,
      and(
        eq(signIns.userId, userId),
        eq(signIns.outcome, outcome),
        gt(signIns.createdAt, new Date(Date.now() - window)),
      ),
    ),

  of: (userId: string): Promise<SignInRow[]> =>
    db
      .select()
      .from(signIns)
      .where(eq(signIns.userId, userId))
      .orderBy(desc(signIns.createdAt))
      .limit(SHOWN_MAX),

  sweep: () => db.delete(signIns).where(lt(signIns.createdAt, new Date(Date.now() - KEPT))),
})
