import type { FastifyBaseLogger } from 'fastify'
import type { LogIn, Registration, TokenPair, UserPatch } from '../../src/services/contract/accounts.ts'
import type { Notifications } from '../connection/notifications/notifications.service.ts'
import type { Hub } from '../connection/realtime/hub.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { refusal, unauthorized } from '../kernel/errors.ts'
import type { Device } from '../kernel/http/device.ts'
import type {
  AccountsRepository,
  Family,
  PersonRow,
  RefreshTokenRow,
  UserRow,
} from './accounts.repository.ts'
import type { Addresses } from './addresses.ts'
import type { Sessions } from './authentication.ts'
import { checkPassword, hashPassword, type Passwords } from './passwords.ts'
import type { SignIns } from './sign-ins.ts'
import { isNewDevice, notifyOfNewSignIn } from './sign-ins.ts'
import { hasPassword, requirePasswords } from './single-sign-on/enforcement.ts'
import type { ProviderSessions } from './single-sign-on/provider-sessions.ts'
import type { Tokens } from './tokens.ts'
import type { TwoFactors } from './two-factor.ts'

const GRACE = 10_000 // ms in which a parent is accepted again: the response may be lost, or two tabs may have asked

const requireEnabled = ({ disabledAt }: UserRow) => {
  if (disabledAt) throw refusal('account_disabled')
}

const sessionExpired = () => refusal('session_expired')

type Parts = {
  db: Db
  hub: Pick<Hub, 'publishTo'>
  accounts: AccountsRepository
  tokens: Tokens
  sessions: Sessions
  passwords: Passwords
  twoFactor: TwoFactors
  signIns: SignIns
  notifications: Notifications
  addresses: Addresses
  providerSessions: Pick<ProviderSessions, 'mayGoOn'>
  log: FastifyBaseLogger
}

export function createAccounts(parts: Parts) {
  const { db, hub, accounts, tokens, sessions, passwords, twoFactor, signIns } = parts
  const { notifications, addresses, providerSessions, log } = parts
  const pairOf = async (token: RefreshTokenRow, userId: string): Promise<TokenPair> => {
    const subject = { userId, sessionId: token.sessionId, refreshTokenId: token.id }
    const [access, refresh] = await Promise.all([
      tokens.access(subject),
      tokens.refresh(subject, token.createdAt),
    ])
    return { access_token: access, refresh_token: refresh }
  }

  /** Other devices list the sessions. */
  const tellDevices = (userId: string) => hub.publishTo(userId, 'account_update', {})

  const begin = async (
    userId: string,
    device: Device,
    also: (tx: Tx, sessionId: string) => Promise<unknown> = async () => {},
    confirm: () => Promise<unknown> = async () => {},
  ): Promise<TokenPair> => {
    const seen = await accounts.userAgentsOf(userId)
    const token = await accounts.beginSession(userId, device, also)
    await confirm().catch(async (error: unknown) => {
      // Its device would count as known.
      await accounts.deleteSession(token.sessionId)
      throw error
    })
    // Before anyone has its tokens.
    await db.transaction((tx) => signIns.insert(tx, userId, 'signed_in', device))
    tellDevices(userId)
    if (isNewDevice(seen, device.userAgent)) await notifyOfNewSignIn(notifications, userId, device)
    return pairOf(token, userId)
  }

  const me = async (id: string): Promise<PersonRow> => {
    const user = await accounts.byId(id)
    if (!user) throw unauthorized()
    return { ...user, hasPassword: await hasPassword(db, user) }
  }

  return {
    /**
     * Begins a session for someone who is authenticated. `also` runs in its transaction and `confirm` after it;
     * both may refuse.
     */
    begin,

    /**
     * Registers an account. Work and response are the same if the address has one already; only the mail differs.
     * @throws Refusal 422 for an unacceptable password, 403 if the domain signs in through a provider
     */
    async register(registration: Registration): Promise<void> {
      await requirePasswords(db, registration.email, { ofOwners: false })
      checkPassword(registration.password, registration, 'password')
      const user = await accounts.insert({
        email: registration.email,
        passwordHash: await hashPassword(registration.password),
        firstName: registration.first_name ?? '',
        lastName: registration.last_name ?? '',
      })
      addresses.welcome(registration.email, user)
    },

    /**
     * @throws Refusal 403 if the domain has its own sign-in; 401 for a wrong password or an unknown address;
     * with the right password `code_required` or `wrong_code` if a second step is required; 429 after too many
     * wrong codes
     */
    async logIn(credentials: LogIn, device: Device): Promise<TokenPair> {
      const email = credentials.username.trim().toLowerCase()
      const user = await accounts.byEmail(email)
      const matches = await passwords.matches(user, credentials.password)
      if (!user) signIns.forgetUnknown(device)
      else if (!matches) signIns.rememberWrongPassword(user.id, device)
      await requirePasswords(db, email, { ofOwners: matches })
      if (!user || !matches) throw refusal('wrong_credentials')
      requireEnabled(user)
      await twoFactor.pass(user.id, credentials.code, device)
      const isStillRight = async (tx: Tx) => {
        const current = await accounts.held(tx, user.id)
        // The password was reset or changed since it was checked.
        if (current?.passwordHash !== user.passwordHash) throw refusal('wrong_credentials')
        requireEnabled(current)
      }
      // Enforcing a provider ends the sessions that there are. One that begins at the same moment ends here.
      return begin(user.id, device, isStillRight, () => requirePasswords(db, email, { ofOwners: true }))
    },

    /**
     * Exchanges a refresh token for a new pair. An exchanged token returns the same pair while its response may
     * be lost; later it ends the whole token family, because someone else has a copy.
     * @throws Refusal 401
     */
    async refresh(refreshToken: string): Promise<TokenPair> {
      const { sub, sid, jti } = await tokens.read('refresh', refreshToken)
      if (!(await providerSessions.mayGoOn(sid))) {
        await sessions.revoke(sid)
        throw sessionExpired()
      }
      const next = await accounts.withFamily(
        sid,
        jti,
        async (family) => (await successorOf(family)) ?? 'reused',
      )
      if (next === 'reused') {
        log.warn(
          { event: 'refresh_token_reused', userId: sub, sessionId: sid },
          'a refresh token was used again after its successor: the session ends',
        )
        await sessions.revoke(sid)
      }
      if (next === null || next === 'reused') {
        throw sessionExpired()
      }
      return pairOf(next, sub)
    },

    /** Ends the token's family; an invalid token has nothing to end. */
    async logOut(refreshToken: string): Promise<void> {
      const claims = await tokens.read('refresh', refreshToken).catch(() => null)
      if (!claims) return
      await sessions.revoke(claims.sid)
      tellDevices(claims.sub)
    },

    /** @throws Refusal 401 if the account is gone */
    me,

    async changeMe(id: string, patch: UserPatch): Promise<PersonRow> {
      await accounts.update(id, {
        ...(patch.first_name !== undefined && { firstName: patch.first_name }),
        ...(patch.last_name !== undefined && { lastName: patch.last_name }),
        ...(patch.job_title !== undefined && { jobTitle: patch.job_title }),
        ...(patch.timezone !== undefined && { timezone: patch.timezone }),
        ...(patch.locale !== undefined && { locale: patch.locale }),
      })
      return me(id)
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
