import { fromCallback, fromPromise } from 'xstate'
import { sessionMachine } from '../machines/session/session.machine.ts'
import type { SessionEvent, Tokens } from '../machines/session/session.types.ts'
import type { AccountsApi } from './accounts-api.ts'
import type { Clock } from './clock.ts'
import { HttpError, RefreshError } from './http/errors.ts'
import { receivedTokens } from './jwt.ts'
import type { TabLock } from './tab-lock.ts'
import type { TokenStore } from './token-store.ts'

interface SessionServices {
  readonly store: TokenStore
  readonly accounts: Pick<AccountsApi, 'refresh' | 'logOut'>
  readonly lock: TabLock
  readonly clock: Clock
}

/** D2: these answers of /refresh mean no; every other one, or none, means later. */
const REFUSALS: readonly number[] = [400, 401, 403, 404, 410, 422]
/** localStorage reaches another tab a moment after the lock does, in ms. */
const STORAGE_DELAY = 2000
const STORAGE_POLL = 25
/** How long a refusal is doubted; nobody is kept waiting longer for the log-in page. */
const DOUBT = 500

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const refused = (cause: unknown) => new RefreshError(cause, true, null)

/** What the refresh token of `mine` is worth, asked once. */
async function askServer({ accounts, clock }: SessionServices, mine: Tokens, signal: AbortSignal) {
  try {
    const fresh = receivedTokens(await accounts.refresh(mine.refresh, signal), clock.now())
    if (fresh) return fresh
  } catch (error) {
    const status = error instanceof HttpError ? error.status : null
    if (status !== null && REFUSALS.includes(status)) throw refused(error)
    throw new RefreshError(error, false, error instanceof HttpError ? error.retryAfter : null)
  }
  throw new RefreshError('the pair cannot be read', false, null)
}

/** One refresh among all tabs: asked and written inside the lock, another tab's pair is taken over. */
function refreshOnce(services: SessionServices, mine: Tokens, signal: AbortSignal): Promise<Tokens> {
  const { store, lock } = services
  const theirs = () => {
    const stored = store.read()
    if (!stored) throw refused('the tokens were removed')
    return stored.access === mine.access ? null : stored
  }
  /** Another tab's pair, looked for as long as it may still be on its way here. */
  const theirsWithin = async (delay: number) => {
    for (let rest = delay; ; rest -= STORAGE_POLL) {
      const stored = theirs()
      if (stored || rest <= 0) return stored
      await pause(STORAGE_POLL)
    }
  }
  return lock(async (waited) => {
    const before = await theirsWithin(waited ? STORAGE_DELAY : 0)
    if (before) return before
    signal.throwIfAborted()
    const fresh = await askServer(services, mine, signal).catch(async (error: unknown) => {
      // A refusal may mean that another tab was first: its pair is believed before the refusal is.
      const refusal = error instanceof RefreshError && error.refused
      const stored = await theirsWithin(refusal ? DOUBT : 0)
      if (stored) return stored
      throw error
    })
    // While it was asked for, somebody may have signed out or in: that came later and stands.
    signal.throwIfAborted()
    const stored = theirs()
    if (stored) return stored
    store.write(fresh)
    return fresh
  }, signal)
}

/** The session with its storage, clock, tabs and server. */
export function provideSession(services: SessionServices) {
  const { store, accounts, clock } = services
  return sessionMachine.provide({
    actors: {
      loadTokens: fromPromise<Tokens | null>(async () => store.read()),
      refreshTokens: fromPromise<Tokens, { tokens: Tokens }>(({ input, signal }) =>
        refreshOnce(services, input.tokens, signal),
      ),
      watchClock: fromCallback<SessionEvent>(({ sendBack }) => {
        const stopTicks = clock.onTick(() => sendBack({ type: 'clock.tick', now: clock.now() }))
        const stopOnline = clock.onOnline(() => sendBack({ type: 'network.online' }))
        return () => {
          stopTicks()
          stopOnline()
        }
      }),
      watchPeers: fromCallback<SessionEvent>(({ sendBack }) =>
        store.watch((tokens) => sendBack({ type: 'peer.tokensChanged', tokens })),
      ),
    },
    actions: {
      saveTokens: (_, { tokens }) => store.write(tokens),
      clearTokens: () => store.clear(),
      // The person is out at once, whether or not the server can be told.
      revokeTokens: (_, { tokens }) => void accounts.logOut(tokens.refresh).catch(() => undefined),
    },
  })
}
