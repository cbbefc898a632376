import type { Bus } from '../connection/realtime/bus.ts'
import type { Tx } from '../kernel/db/open.ts'
import { notFound, unauthorized } from '../kernel/errors.ts'
import type { AccountsRepository } from './accounts.repository.ts'
import type { Tokens } from './tokens.ts'

/** The caller; `expiresAt` is the access token's end, in ms. An API key has no session: ''. */
export type Identity = { id: string; sessionId: string; refreshTokenId: string; expiresAt: number }

const TRUSTED_FOR = 3000 // ms that a session is assumed alive without asking the database
const REMEMBERED_MAX = 10_000

/** Reads access tokens, and immediately refuses those of a revoked session. */
export function createSessions(accounts: AccountsRepository, tokens: Tokens, bus: Bus) {
  const trusted = new Map<string, { sessionId: string; until: number }>()
  bus.subscribe<{ sessionId: string }>('session.revoked', ({ sessionId }) => {
    for (const [id, session] of trusted) if (session.sessionId === sessionId) trusted.delete(id)
  })

  const announce = (revoked: readonly string[]) => {
    for (const sessionId of revoked) bus.publish('session.revoked', { sessionId })
  }

  const revoke = async (sessionId: string): Promise<void> => {
    await accounts.revokeSession(sessionId)
    announce([sessionId])
  }

  return {
    /** @throws Refusal 401 */
    async authenticate(token: string): Promise<Identity> {
      const claims = await tokens.read('access', token)
      const identity = {
        id: claims.sub,
        sessionId: claims.sid,
        refreshTokenId: claims.jti,
        expiresAt: claims.exp * 1000,
      }
      const known = trusted.get(claims.jti)
      if (known && known.until > Date.now()) return identity
      if (!(await accounts.useSession(claims.sid, claims.jti))) throw unauthorized()
      if (trusted.size >= REMEMBERED_MAX) trusted.clear()
      trusted.set(claims.jti, { sessionId: claims.sid, until: Date.now() + TRUSTED_FOR })
      return identity
    },
    /** A user's open sessions. */
    of: (userId: string) => accounts.sessionsOf(userId),
    /** Ends one of the user's own sessions. @throws Refusal 404 for others */
    async revokeOwn(userId: string, sessionId: string): Promise<void> {
      const own = await accounts.sessionsOf(userId)
      if (!own.some(({ id }) => id === sessionId)) throw notFound('session')
      await revoke(sessionId)
    },
    /** Ends a session: its tokens are refused and its sockets closed. */
    revoke,
    /** Closes the sockets of sessions that a transaction has revoked. Call it after the commit. */
    announce,
    /** Ends all of a user's sessions except one. */
    async revokeAll(userId: string, except: string | null): Promise<void> {
      announce(await accounts.revokeSessions(userId, except))
    },
    /** The same within a transaction. Call what it returns after the commit: it closes their sockets. */
    async revokeAllIn(tx: Tx, userId: string, except: string | null): Promise<() => void> {
      const revoked = await accounts.revokeSessions(userId, except, tx)
      return () => announce(revoked)
    },
  }
}
export type Sessions = ReturnType<typeof createSessions>
