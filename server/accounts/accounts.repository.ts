import { and, desc, eq, gt, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db, Tx } from '../kernel/db/open.ts'
import { refreshTokens, sessions, users } from '../kernel/db/schema/index.ts'
import { REFRESH_SECONDS } from './tokens.ts'

export type UserRow = typeof users.$inferSelect
/** `hasPassword`: whether a password opens the account; false for people who log in only through a provider. */
export type PersonRow = UserRow & { hasPassword: boolean }
export type SessionRow = typeof sessions.$inferSelect
export type RefreshTokenRow = typeof refreshTokens.$inferSelect

/** A refresh token, its replacement, and how to replace it. */
export type Family = {
  token: RefreshTokenRow | null
  successor: RefreshTokenRow | null
  rotate(token: RefreshTokenRow): Promise<RefreshTokenRow>
}

/** Instead of a hash: the user is an organization's key and cannot log in. */
export const NO_PASSWORD = '!'

const expiry = (createdAt: Date) => new Date(createdAt.getTime() + REFRESH_SECONDS * 1000)

/** Sessions last seen before this have no valid token left. */
const oldest = () => new Date(Date.now() - REFRESH_SECONDS * 1000)

export function createAccountsRepository(db: Db) {
  return {
    /** The user who can log in with an address. */
    async byEmail(email: string): Promise<UserRow | null> {
      const [row] = await db
        .select()
        .from(users)
        .where(and(eq(sql`lower(${users.email})`, email), ne(users.passwordHash, NO_PASSWORD)))
      return row ?? null
    },

    async byId(id: string): Promise<UserRow | null> {
      const [row] = await db.select().from(users).where(eq(users.id, id))
      return row ?? null
    },

    /** As it is now, and stays until the transaction ends. */
    async held(tx: Tx, id: string): Promise<UserRow | null> {
      const [row] = await tx.select().from(users).where(eq(users.id, id)).for('share')
      return row ?? null
    },

    /** Null if the address is taken. */
    async insert(user: typeof users.$inferInsert): Promise<UserRow | null> {
      const [row] = await db.insert(users).values(user).onConflictDoNothing().returning()
      return row ?? null
    },

    async update(
      id: string,
      change: Partial<Pick<UserRow, 'firstName' | 'lastName' | 'jobTitle' | 'timezone' | 'locale'>>,
    ): Promise<void> {
      await db
        .update(users)
        .set({ ...change, id })
        .where(eq(users.id, id))
    },

    /** Marks the address as confirmed, if it was not. */
    verify: (id: string) =>
      db
        .update(users)
        .set({ emailVerifiedAt: new Date() })
        .where(and(eq(users.id, id), isNull(users.emailVerifiedAt))),

    /** User agents that began the user's sessions. */
    async userAgentsOf(userId: string): Promise<string[]> {
      const seen = await db
        .selectDistinct({ userAgent: sessions.userAgent })
        .from(sessions)
        .where(eq(sessions.userId, userId))
      return seen.map(({ userAgent }) => userAgent)
    },

    /** A user's live sessions, most recently seen first. */
    sessionsOf: (userId: string): Promise<SessionRow[]> =>
      db
        .select()
        .from(sessions)
        .where(
          and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.lastSeenAt, oldest())),
        )
        .orderBy(desc(sessions.lastSeenAt)),

    /** Begins a session with the first token of its family; `also` runs in the same transaction. */
    beginSession: (
      userId: string,
      device: { userAgent: string; address: string },
      also: (tx: Tx, sessionId: string) => Promise<unknown>,
    ): Promise<RefreshTokenRow> =>
      db.transaction(async (tx) => {
        const [session] = await tx
          .insert(sessions)
          .values({ userId, ...device })
          .returning()
        await also(tx, session!.id)
        return addToken(tx, session!.id, null)
      }),

    /** Whether the session is alive; records that the tokens issued with the row arrived. */
    async useSession(sessionId: string, refreshTokenId: string): Promise<boolean> {
      const [session] = await db
        .select({ usedAt: refreshTokens.usedAt, tokenId: refreshTokens.id })
        .from(sessions)
        .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.disabledAt)))
        .leftJoin(
          refreshTokens,
          and(eq(refreshTokens.sessionId, sessions.id), eq(refreshTokens.id, refreshTokenId)),
        )
        .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)))
      if (!session) return false
      if (session.tokenId && !session.usedAt) {
        await db.update(refreshTokens).set({ usedAt: new Date() }).where(eq(refreshTokens.id, refreshTokenId))
      }
      return true
    },

    deleteSession: (id: string) => db.delete(sessions).where(eq(sessions.id, id)),

    revokeSession: (id: string) =>
      db
        .update(sessions)
        .set({ revokedAt: new Date() })
        .where(and(eq(sessions.id, id), isNull(sessions.revokedAt))),

    /** Revokes a user's live sessions except one; returns their ids. */
    async revokeSessions(userId: string, except: string | null, tx: Db | Tx = db): Promise<string[]> {
      const revoked = await tx
        .update(sessions)
        .set({ revokedAt: new Date() })
        .where(
          and(
            eq(sessions.userId, userId),
            isNull(sessions.revokedAt),
            ...(except === null ? [] : [ne(sessions.id, except)]),
          ),
        )
        .returning({ id: sessions.id })
      return revoked.map(({ id }) => id)
    },

    /** Deletes sessions that no token can renew. */
    deleteDeadSessions: () => db.delete(sessions).where(lt(sessions.lastSeenAt, oldest())),

    /** Runs `decide` over the token's live family, under a lock. */
    withFamily: <Decision>(
      sessionId: string,
      tokenId: string,
      decide: (family: Family) => Promise<Decision>,
    ): Promise<Decision | null> =>
      db.transaction(async (tx) => {
        const [session] = await tx.select().from(sessions).where(eq(sessions.id, sessionId)).for('update')
        if (!session || session.revokedAt) return null
        const [token] = await tx
          .select()
          .from(refreshTokens)
          .where(and(eq(refreshTokens.id, tokenId), eq(refreshTokens.sessionId, sessionId)))
        const [successor] = await tx.select().from(refreshTokens).where(eq(refreshTokens.parentId, tokenId))
        return decide({
          token: token ?? null,
          successor: successor ?? null,
          rotate: (parent) => rotate(tx, parent),
        })
      }),
  }
}
export type AccountsRepository = ReturnType<typeof createAccountsRepository>

async function rotate(tx: Tx, token: RefreshTokenRow): Promise<RefreshTokenRow> {
  const now = new Date()
  // Tokens without a row are refused as reused: only the direct parent has to be kept.
  await tx
    .delete(refreshTokens)
    .where(and(eq(refreshTokens.sessionId, token.sessionId), lt(refreshTokens.createdAt, token.createdAt)))
  await tx
    .update(refreshTokens)
    .set({ rotatedAt: now, usedAt: token.usedAt ?? now })
    .where(eq(refreshTokens.id, token.id))
  await tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, token.sessionId))
  return addToken(tx, token.sessionId, token.id)
}

async function addToken(tx: Tx, sessionId: string, parentId: string | null): Promise<RefreshTokenRow> {
  const createdAt = new Date()
  const [token] = await tx
    .insert(refreshTokens)
    .values({ sessionId, parentId, createdAt, expiresAt: expiry(createdAt) })
    .returning()
  return token!
}
