/**
 * A token pair as the browser stores it. Times are in ms of the local clock, corrected by the offset of the server
 * clock.
 */
export interface Tokens {
  readonly access: string
  readonly refresh: string
  /** null: the token does not say; only a 401 shows that it has expired. */
  readonly expiresAt: number | null
  readonly refreshExpiresAt: number | null
  /** Local clock minus server clock in ms, as last measured. */
  readonly clockOffset: number
  /** The pair's owner; null when the token does not say. */
  readonly subject: string | null
}

/**
 * `user`: by choice. `expired`: the refresh token has expired or was refused. `elsewhere`: in another tab.
 * `broken`: the organizations could not be read (S7.34). `none`: no one has signed in yet.
 */
export type SignOutReason = 'none' | 'user' | 'expired' | 'elsewhere' | 'broken'

/** The properties of a failed refresh (D2); an error of another shape counts as no response. */
export interface RefreshFailure {
  /** The server refused: retrying is useless. */
  readonly refused: boolean
  /** Retry delay in seconds that the server requests. */
  readonly retryAfter: number | null
  /** State that all tabs of the browser share; omitted if this tab is the only one. */
  readonly agreed?: AgreedWait
}

/** All tabs of a browser wait together, so more tabs do not mean more calls. */
export interface AgreedWait {
  /** Consecutive refreshes without an answer, in any tab. */
  readonly failures: number
  /** Ms until one of the tabs retries. */
  readonly wait: number
}

export interface SessionContext {
  readonly tokens: Tokens | null
  /** Local time of the last tick in ms. */
  readonly now: number
  /** Increases with each token pair: a 401 to a request with an earlier pair says nothing about this one. */
  readonly generation: number
  /** Increases with each end of a session: responses to requests of an earlier session must not reach the next one. */
  readonly epoch: number
  readonly reason: SignOutReason
  /** The current access token received a 401. */
  readonly rejected: boolean
  /** The server refused the current refresh token while the access token was still good. */
  readonly refused: boolean
  /** Consecutive refreshes without an answer. */
  readonly failures: number
  readonly retryAfter: number | null
  /** Ms to the next try, if the tabs have agreed on one. */
  readonly wait: number | null
  /** 0 to 1: spreads the retries of many tabs and people. */
  readonly jitter: number
}

export interface RefreshInput extends Pick<SessionContext, 'jitter'> {
  readonly tokens: Tokens
}

export type SessionEvent =
  | { type: 'session.started'; tokens: Tokens }
  | { type: 'signOut.requested' }
  /** S7.34: a 2xx of the organizations list could not be read. */
  | { type: 'organizations.unreadable' }
  | { type: 'clock.tick'; now: number }
  | { type: 'network.online' }
  /** The person skips the wait for the next try. */
  | { type: 'retry.requested' }
  /** A response's date gave the server's time: local clock minus server clock, in ms. */
  | { type: 'clock.measured'; offset: number }
  /** A socket with this generation was refused before it opened, for an unknown reason. */
  | { type: 'token.doubted'; generation: number }
  /** The sessions of an account have ended on the server: this may be one of them. */
  | { type: 'session.doubted' }
  /** A request sent with this generation received a 401. */
  | { type: 'http.unauthorized'; generation: number }
  /** Its retry with this newer generation received a 401 as well. */
  | { type: 'http.unauthorizedAgain'; generation: number }
  | { type: 'peer.tokensChanged'; tokens: Tokens | null }

export type SessionEmitted = { type: 'signedIn' } | { type: 'signedOut'; reason: SignOutReason }

/** S9.2: refreshed when within 5 minutes of expiry. */
export const EXPIRES_SOON = 5 * 60_000
/** S9.1: an answer that takes over 30 s counts as none. */
export const REFRESH_TIMEOUT = 30_000
/** A `Date` header has whole seconds and arrives late: clocks that differ by less than this (ms) count as equal. */
export const OFFSET_TOLERANCE = 10_000
/** The first delay after a refresh without a response; it doubles, each ±20 %, up to a minute (D6). */
const RETRY_BASE = 2000
export const RETRY_MAX = 60_000
const JITTER = 0.4

/** Ms to the next try: the backoff, or longer if the server requests it. */
export function retryDelay({
  failures,
  retryAfter,
  jitter,
}: Pick<SessionContext, 'failures' | 'retryAfter' | 'jitter'>): number {
  const backoff = RETRY_BASE * 2 ** Math.max(failures - 1, 0) * (1 - JITTER / 2 + JITTER * jitter)
  return Math.max(Math.min(backoff, RETRY_MAX), (retryAfter ?? 0) * 1000)
}
