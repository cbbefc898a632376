import { assign, emit, fromCallback, fromPromise, setup } from 'xstate'
import { actionNotProvided, notProvided } from '../../not-provided.ts'
import {
  type AgreedWait,
  EXPIRES_SOON,
  OFFSET_TOLERANCE,
  REFRESH_TIMEOUT,
  type RefreshFailure,
  type RefreshInput,
  retryDelay,
  type SessionContext,
  type SessionEmitted,
  type SessionEvent,
  type SignOutReason,
  type Tokens,
} from './session.types.ts'

const failureOf = (error: unknown) => (error ?? {}) as Partial<RefreshFailure>

interface Failure {
  readonly retryAfter: number | null
  readonly agreed: AgreedWait | null
}

export const failureIn = (error: unknown): Failure => {
  const { retryAfter = null, agreed = null } = failureOf(error)
  return { retryAfter, agreed }
}

const isPast = (time: number | null, now: number) => time !== null && time <= now

const retimed = (tokens: Tokens, clockOffset: number): Tokens => {
  const moved = (time: number | null) => time && time + clockOffset - tokens.clockOffset
  const { expiresAt, refreshExpiresAt } = tokens
  return {
    ...tokens,
    clockOffset,
    expiresAt: moved(expiresAt),
    refreshExpiresAt: moved(refreshExpiresAt),
  }
}

const isUnanswered = (error: unknown) => failureOf(error).refused !== true

/**
 * A new pair is needed when the server rejected the old one, or when it expires soon; a pair that is only
 * doubted stays in use.
 */
const isNeeded = ({ rejected, tokens, now }: SessionContext) =>
  rejected || isPast(tokens?.expiresAt ?? null, now + EXPIRES_SOON)

export const sessionSetup = setup({
  types: {} as {
    context: SessionContext
    events: SessionEvent
    emitted: SessionEmitted
    input: { now: number; jitter: number }
    /** `settled`: requests can decide. `busy`: they wait. `unreachable`: they wait for the server. */
    tags: 'settled' | 'busy' | 'unreachable'
    children: {
      loadTokens: 'loadTokens'
      refreshTokens: 'refreshTokens'
      clock: 'watchClock'
      peers: 'watchPeers'
    }
  },
  actors: {
    loadTokens: fromPromise<Tokens | null>(notProvided('loadTokens')),
    refreshTokens: fromPromise<Tokens, RefreshInput>(notProvided('refreshTokens')),
    watchClock: fromCallback<SessionEvent>(notProvided('watchClock')),
    watchPeers: fromCallback<SessionEvent>(notProvided('watchPeers')),
  },
  actions: {
    saveTokens: actionNotProvided<{ tokens: Tokens }>('saveTokens'),
    saveClockOffset: actionNotProvided<{ offset: number }>('saveClockOffset'),
    endPause: actionNotProvided('endPause'),
    clearTokens: actionNotProvided('clearTokens'),
    revokeTokens: actionNotProvided<{ tokens: Tokens }>('revokeTokens'),
    takeTokens: assign(({ context }, { tokens }: { tokens: Tokens }) => ({
      tokens,
      generation: context.generation + 1,
      reason: 'none' as const,
      rejected: false,
      refused: false,
      failures: 0,
      retryAfter: null,
      wait: null,
    })),
    retimeTokens: assign(({ context }, { offset }: { offset: number }) => ({
      tokens: context.tokens && retimed(context.tokens, offset),
    })),
    forgetTokens: assign(({ context }, { reason }: { reason: SignOutReason }) => ({
      tokens: null,
      epoch: context.epoch + 1,
      reason,
    })),
    rememberTime: assign({ now: (_, { now }: { now: number }) => now }),
    rememberRejection: assign({ rejected: true }),
    rememberRefusal: assign({ refused: true }),
    rememberFailure: assign(({ context }, { retryAfter, agreed }: Failure) => ({
      failures: agreed?.failures ?? context.failures + 1,
      retryAfter,
      wait: agreed?.wait ?? null,
    })),
    emitSignedIn: emit({ type: 'signedIn' }),
    emitSignedOut: emit(({ context }) => ({ type: 'signedOut', reason: context.reason })),
  },
  guards: {
    hasTokens: (_, { tokens }: { tokens: Tokens | null }) => tokens !== null,
    isAbsent: (_, { tokens }: { tokens: Tokens | null }) => tokens === null,
    isSamePair: ({ context }, { tokens }: { tokens: Tokens | null }) =>
      tokens?.access === context.tokens?.access,
    isSameUser: ({ context }, { tokens }: { tokens: Tokens | null }) =>
      tokens?.subject === context.tokens?.subject,
    isCurrentGeneration: ({ context }, { generation }: { generation: number }) =>
      generation === context.generation,
    isStale: ({ context }, { generation }: { generation: number }) => generation !== context.generation,
    isExpired: ({ context }) => isPast(context.tokens?.expiresAt ?? null, context.now),
    expiresSoon: ({ context }) => isPast(context.tokens?.expiresAt ?? null, context.now + EXPIRES_SOON),
    cannotRefresh: ({ context }) =>
      context.refused || isPast(context.tokens?.refreshExpiresAt ?? null, context.now),
    isUsable: ({ context }) => !context.rejected && !isPast(context.tokens?.expiresAt ?? null, context.now),
    isDoubted: ({ context }, { generation }: { generation: number }) =>
      generation === context.generation && !context.refused,
    isMeasuredAnew: ({ context }, { offset }: { offset: number }) =>
      Math.abs(offset - (context.tokens?.clockOffset ?? offset)) > OFFSET_TOLERANCE,
    isNeeded: ({ context }) => isNeeded(context),
    mayWait: ({ context }, { error }: { error: unknown }) => isUnanswered(error) && !isNeeded(context),
    isUnanswered: (_, { error }: { error: unknown }) => isUnanswered(error),
    isPaced: ({ context }) => context.retryAfter !== null,
  },
  delays: {
    refreshTimeout: REFRESH_TIMEOUT,
    retryDelay: ({ context }) => context.wait ?? retryDelay(context),
  },
})
