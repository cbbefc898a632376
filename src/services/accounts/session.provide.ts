import { fromCallback, fromPromise } from 'xstate'
import { sessionMachine } from '../../machines/accounts/session/session.machine.ts'
import {
  type AgreedWait,
  REFRESH_TIMEOUT,
  type RefreshFailure,
  type RefreshInput,
  retryDelay,
  type Tokens,
} from '../../machines/accounts/session/session.types.ts'
import { t } from '../../texts/t.ts'
import type { Clock } from '../browser/clock.ts'
import type { TabLock } from '../browser/tab-lock.ts'
import type { HttpError } from '../http/errors.ts'
import type { AccountsApi } from './accounts-api.ts'
import { receivedTokens } from './jwt.ts'
import type { RefreshPauses } from './refresh-pauses.ts'
import type { TokenStore } from './token-store.ts'

/** D2: how a refresh failed; `refused` ends the session. */
class RefreshError extends Error implements RefreshFailure {
  override readonly name = 'RefreshError'
  readonly refused: boolean
  readonly retryAfter: number | null
  readonly agreed?: AgreedWait

  constructor(cause: unknown, refused: boolean, retryAfter: number | null, agreed?: AgreedWait) {
    super(refused ? 'the refresh was refused' : t('the refresh timed out'), { cause })
    this.refused = refused
    this.retryAfter = retryAfter
    if (agreed) this.agreed = agreed
  }
}

interface SessionServices {
  readonly store: TokenStore
  readonly accounts: Pick<AccountsApi, 'refresh' | 'logOut'>
  readonly lock: TabLock
  readonly clock: Clock
  readonly pauses: RefreshPauses
}

/** D2: these answers of /refresh mean refusal; any other one, or none, means retry later. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 410, 422]
/** localStorage reaches another tab slightly later than the lock, in ms. */
const STORAGE_DELAY = 2000
const STORAGE_POLL = 25
/** How long a refusal is doubted: the longest wait before the log-in page. */
const DOUBT = 500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const refused = (cause: unknown) => new RefreshError(cause, true, null)

/** Checks the refresh token of `mine`, once. */
async function askServer({ accounts, clock }: SessionServices, mine: Tokens, signal: AbortSignal) {
  try {
    const fresh = receivedTokens(await accounts.refresh(mine.refresh, signal), clock.steady())
    if (fresh) return fresh
  } catch (error) {
    const { status, retryAfter = null } = error as Partial<HttpError>
    if (status !== undefined && REFUSALS.includes(status)) throw refused(error)
    throw new RefreshError(error, false, retryAfter)
  }
  throw new RefreshError('the pair cannot be read', false, null)
}

/** Asks once for all tabs: the attempt is stored first, and after a missing answer how long all tabs wait. */
async function askForAll(services: SessionServices, { tokens, jitter }: RefreshInput, signal: AbortSignal) {
  const { store, pauses } = services
  const before = pauses.failures()
  pauses.begin({ wait: REFRESH_TIMEOUT, failures: before, paced: false, isAsking: true })
  try {
    const fresh = await askServer(services, tokens, signal)
    pauses.end()
    return fresh
  } catch (error) {
    if (!(error instanceof RefreshError) || error.refused || !store.read()) {
      pauses.end()
      throw error
    }
    const { retryAfter } = error
    const failures = before + 1
    const wait = retryDelay({ failures, retryAfter, jitter })
    pauses.begin({ wait, failures, paced: retryAfter !== null })
    throw new RefreshError(error, false, retryAfter, { failures, wait })
  }
}

/** One refresh among all tabs: requested and stored inside the lock; another tab's pair is adopted. */
function refreshOnce(services: SessionServices, input: RefreshInput, signal: AbortSignal): Promise<Tokens> {
  const { store, lock, pauses } = services
  const theirs = () => {
    const stored = store.read()
    if (!stored) throw refused('the tokens were removed')
    return stored.access === input.tokens.access ? null : stored
  }
  /** Another tab's pair, polled while it, or its removal, may still be on its way to this tab. */
  const theirsWithin = async (delay: number, held: boolean) => {
    for (let rest = delay; ; rest -= STORAGE_POLL) {
      const stored = theirs()
      if (stored || rest <= 0 || pauses.current(held)) return stored
      await pause(STORAGE_POLL)
    }
  }
  return lock(async (waited, held) => {
    const before = await theirsWithin(waited ? STORAGE_DELAY : 0, held)
    if (before) return before
    signal.throwIfAborted()
    const agreed = pauses.current(held)
    if (agreed) throw new RefreshError('another tab asks, or was not answered', false, null, agreed)
    const fresh = await askForAll(services, input, signal).catch(async (error: unknown) => {
      // A refusal may mean that another tab was first: its pair takes precedence over the refusal.
      const refusal = error instanceof RefreshError && error.refused
      const stored = await theirsWithin(refusal ? DOUBT : 0, held)
      if (stored) return stored
      throw error
    })
    // Someone may have signed out or in during the request: that came later and is kept.
    signal.throwIfAborted()
    const stored = theirs()
    if (stored) return stored
    store.write(fresh)
    return fresh
  }, signal)
}

/** The session with its storage, clock, tabs and server. */
export function provideSession(services: SessionServices) {
  const { store, accounts, clock, pauses } = services
  return sessionMachine.provide({
    actors: {
      loadTokens: fromPromise(async () => store.read()),
      refreshTokens: fromPromise(({ input, signal }) => refreshOnce(services, input, signal)),
      watchClock: fromCallback(({ sendBack }) => {
        const stopTicks = clock.onTick(() => sendBack({ type: 'clock.tick', now: clock.steady() }))
        const stopOnline = clock.onOnline(() => {
          pauses.networkIsBack()
          sendBack({ type: 'network.online' })
        })
        return () => {
          stopTicks()
          stopOnline()
        }
      }),
      watchPeers: fromCallback(({ sendBack }) =>
        store.watch((tokens) => sendBack({ type: 'peer.tokensChanged', tokens })),
      ),
    },
    actions: {
      saveTokens: (_, { tokens }) => store.write(tokens),
      saveClockOffset: (_, { offset }) => store.writeClockOffset(offset),
      endPause: () => pauses.networkIsBack(),
      clearTokens: () => {
        store.clear()
        pauses.end()
      },
      // The person is signed out at once, even if the server cannot be told.
      revokeTokens: (_, { tokens }) => void accounts.logOut(tokens.refresh).catch(() => undefined),
    },
  })
}
