import { hash, verify } from '@node-rs/argon2'
import type * as z from 'zod/mini'
import type { Registration, TokenPair, UserPatch } from '../../src/services/contract/accounts.ts'
import { conflict, unauthorized } from '../errors.ts'
import { isNewDevice, tellOfNewSignIn } from '../notifications/new-sign-in.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { AccountsRepository, Family, RefreshTokenRow, UserRow } from './accounts.repository.ts'
import type { Sessions } from './authentication.ts'
import type { Tokens } from './tokens.ts'

const GRACE = 10_000 // ms in which a parent is taken again, for the answer may have been lost or two tabs have asked
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function createAccounts(
  accounts: AccountsRepository,
  tokens: Tokens,
  sessions: Sessions,
  notifications: Notifications,
) {
  // An unknown address costs the same work as a known one.
  const nobodysHash = hash(crypto.randomUUID(), ARGON2ID)

  const pairOf = async (token: RefreshTokenRow, userId: string): Promise<TokenPair> => {
    const subject = { userId, sessionId: token.sessionId, refreshTokenId: token.id }
    const [access, refresh] = await Promise.all([
      tokens.access(subject),
      tokens.refresh(subject, token.createdAt),
    ])
    return { access_token: access, refresh_token: refresh }
  }

  return {
    /** @throws Refusal 409 when the address is taken */
    async register(registration: Registration): Promise<UserRow> {
      const user = await accounts.insert({
        email: registration.email,
        passwordHash: await hash(registration.password, ARGON2ID),
        firstName: registration.first_name ?? '',
        lastName: registration.last_name ?? '',
      })
      if (user) return user
      const detail = 'An account with this e-mail address exists already.'
      throw conflict('email_taken', detail, { email: detail })
    },

    /** @throws Refusal 401, the same for a wrong password and an unknown address */
    async logIn(
      email: string,
      password: string,
      device: { userAgent: string; address: string },
    ): Promise<TokenPair> {
      const user = await accounts.byEmail(email.trim().toLowerCase())
      const matches = await verify(user?.passwordHash ?? (await nobodysHash), password)
      if (!user || !matches) throw unauthorized('Incorrect email or password.', 'wrong_credentials')
      const seen = await accounts.userAgentsOf(user.id)
      const token = await accounts.beginSession(user.id, device)
      if (isNewDevice(seen, device.userAgent)) await tellOfNewSignIn(notifications, user.id, device)
      return pairOf(token, user.id)
    },

    /**
     * Trades a refresh token for its successor. One that was traded before gives the same successor while
     * its answer may have been lost, and otherwise ends the whole family: somebody else holds it.
     * @throws Refusal 401
     */
    async refresh(refreshToken: string): Promise<TokenPair> {
      const { sub, sid, jti } = await tokens.read('refresh', refreshToken)
      const next = await accounts.withFamily(
        sid,
        jti,
        async (family) => (await successorOf(family)) ?? 'reused',
      )
      if (next === 'reused') await sessions.revoke(sid)
      if (next === null || next === 'reused') {
        throw unauthorized('Your session has expired. Please log in again.', 'session_expired')
      }
      return pairOf(next, sub)
    },

    /** Ends the family that the token belongs to; a token that is no longer good has nothing to end. */
    async logOut(refreshToken: string): Promise<void> {
      const claims = await tokens.read('refresh', refreshToken).catch(() => null)
      if (claims) await sessions.revoke(claims.sid)
    },

    /** @throws Refusal 401 when the account is gone */
    async me(id: string): Promise<UserRow> {
      const user = await accounts.byId(id)
      if (!user) throw unauthorized()
      return user
    },

    async changeMe(id: string, patch: z.infer<typeof UserPatch>): Promise<UserRow> {
      const user = await accounts.update(id, {
        ...(patch.first_name !== undefined && { firstName: patch.first_name }),
        ...(patch.last_name !== undefined && { lastName: patch.last_name }),
      })
      if (!user) throw unauthorized()
      return user
    },
  }
}
export type Accounts = ReturnType<typeof createAccounts>

async function successorOf({ token, successor, rotate }: Family): Promise<RefreshTokenRow | null> {
  if (!token) return null
  if (!successor) return rotate(token)
  if (successor.rotatedAt) return null
  const inGrace = token.rotatedAt !== null && Date.now() - token.rotatedAt.getTime() <= GRACE
  return inGrace || !successor.usedAt ? successor : null
}
