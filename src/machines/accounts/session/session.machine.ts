import { type ActorRefFrom, and, not, type SnapshotFrom } from 'xstate'
import { failureIn, sessionSetup } from './session.setup.ts'
import type { SignOutReason } from './session.types.ts'

const ending = (reason: SignOutReason) =>
  [{ type: 'forgetTokens', params: { reason } }, 'clearTokens', 'emitSignedOut'] as const
const endingElsewhere = [{ type: 'forgetTokens', params: { reason: 'elsewhere' } }, 'emitSignedOut'] as const

/** S4.6: until a new pair arrives, requests use a token that is still valid. */
const choosing = sessionSetup.createStateConfig({
  description: 'Is the access token still good?',
  always: [{ guard: 'isUsable', target: 'usable' }, { target: 'blocked' }],
})
const usable = sessionSetup.createStateConfig({
  description: 'The old access token is still valid and is used.',
  tags: 'settled',
  on: {
    'clock.tick': { target: 'choosing', actions: { type: 'rememberTime', params: ({ event }) => event } },
    'http.unauthorized': {
      guard: { type: 'isCurrentGeneration', params: ({ event }) => event },
      target: 'blocked',
      actions: 'rememberRejection',
    },
  },
})

/** S4.6 to S4.11, S6.1, S9.2: who is signed in, and which tokens go with a request. */
export const sessionMachine = sessionSetup.createMachine({
  id: 'session',
  description: 'Who is signed in, and which tokens go with a request.',
  context: ({ input }) => ({
    tokens: null,
    now: input.now,
    generation: 0,
    epoch: 0,
    reason: 'none',
    rejected: false,
    refused: false,
    failures: 0,
    retryAfter: null,
    wait: null,
    jitter: input.jitter,
  }),
  invoke: [
    { id: 'clock', src: 'watchClock' },
    { id: 'peers', src: 'watchPeers' },
  ],
  on: { 'clock.tick': { actions: { type: 'rememberTime', params: ({ event }) => event } } },
  initial: 'loading',
  states: {
    loading: {
      description: 'The stored tokens are read.',
      tags: 'busy',
      invoke: {
        id: 'loadTokens',
        src: 'loadTokens',
        onDone: [
          {
            guard: { type: 'hasTokens', params: ({ event }) => ({ tokens: event.output }) },
            target: 'signedIn',
            actions: { type: 'takeTokens', params: ({ event }) => ({ tokens: event.output! }) },
          },
          { target: 'signedOut' },
        ],
        onError: 'signedOut',
      },
    },
    signedOut: {
      description: 'No tokens: only the public pages can be seen.',
      tags: 'settled',
      initial: 'idle',
      on: {
        'session.started': {
          target: 'signedIn',
          actions: [
            { type: 'takeTokens', params: ({ event }) => event },
            { type: 'saveTokens', params: ({ event }) => event },
          ],
        },
        'peer.tokensChanged': {
          guard: { type: 'hasTokens', params: ({ event }) => event },
          target: 'signedIn',
          actions: { type: 'takeTokens', params: ({ event }) => ({ tokens: event.tokens! }) },
        },
      },
      states: {
        idle: { description: 'Nobody has signed in, or they left.' },
        expired: { description: 'The session expired, and the log-in page says so.' },
      },
    },
    signedIn: {
      description: 'There are tokens, good or about to be renewed.',
      entry: 'emitSignedIn',
      initial: 'checking',
      on: {
        'signOut.requested': {
          target: 'signedOut',
          actions: [
            { type: 'revokeTokens', params: ({ context }) => ({ tokens: context.tokens! }) },
            ...ending('user'),
          ],
        },
        'organizations.unreadable': { target: 'signedOut', actions: ending('broken') },
        'http.unauthorizedAgain': {
          guard: { type: 'isCurrentGeneration', params: ({ event }) => event },
          target: 'signedOut.expired',
          actions: ending('expired'),
        },
        'clock.measured': {
          guard: { type: 'isMeasuredAnew', params: ({ event }) => event },
          actions: [
            { type: 'retimeTokens', params: ({ event }) => event },
            { type: 'saveClockOffset', params: ({ event }) => event },
          ],
        },
        'peer.tokensChanged': [
          { guard: { type: 'isSamePair', params: ({ event }) => event } },
          {
            guard: { type: 'isAbsent', params: ({ event }) => event },
            target: 'signedOut',
            actions: endingElsewhere,
          },
          {
            guard: { type: 'isSameUser', params: ({ event }) => event },
            target: '.checking',
            actions: { type: 'takeTokens', params: ({ event }) => ({ tokens: event.tokens! }) },
          },
          {
            target: 'signedIn',
            reenter: true,
            actions: [
              ...endingElsewhere,
              { type: 'takeTokens', params: ({ event }) => ({ tokens: event.tokens! }) },
            ],
          },
        ],
      },
      states: {
        checking: {
          description: 'The expiry of the tokens is compared with the clock.',
          always: [
            {
              guard: and(['isExpired', 'cannotRefresh']),
              target: '#session.signedOut.expired',
              actions: ending('expired'),
            },
            { guard: and(['expiresSoon', not('cannotRefresh')]), target: 'refreshing' },
            { target: 'fresh' },
          ],
        },
        fresh: {
          description: 'The access token goes with every request.',
          tags: 'settled',
          on: {
            'clock.tick': {
              target: 'checking',
              actions: { type: 'rememberTime', params: ({ event }) => event },
            },
            'http.unauthorized': [
              { guard: { type: 'isStale', params: ({ event }) => event } },
              {
                guard: 'cannotRefresh',
                target: '#session.signedOut.expired',
                actions: ending('expired'),
              },
              { target: 'refreshing', actions: 'rememberRejection' },
            ],
            'token.doubted': {
              guard: { type: 'isDoubted', params: ({ event }) => event },
              target: 'refreshing',
            },
            'session.doubted': {
              guard: not('cannotRefresh'),
              target: 'refreshing',
              actions: 'rememberRejection',
            },
          },
        },
        refreshing: {
          description: 'A new pair of tokens is requested.',
          initial: 'choosing',
          invoke: {
            id: 'refreshTokens',
            src: 'refreshTokens',
            input: ({ context }) => ({ tokens: context.tokens!, jitter: context.jitter }),
            // Not to checking: a pair that is issued nearly expired would be refreshed endlessly.
            onDone: {
              target: 'fresh',
              actions: { type: 'takeTokens', params: ({ event }) => ({ tokens: event.output }) },
            },
            onError: [
              {
                guard: { type: 'mayWait', params: ({ event }) => ({ error: event.error }) },
                target: 'fresh',
              },
              {
                guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
                target: 'waiting',
                actions: { type: 'rememberFailure', params: ({ event }) => failureIn(event.error) },
              },
              { guard: 'isUsable', target: 'fresh', actions: 'rememberRefusal' },
              { target: '#session.signedOut.expired', actions: ending('expired') },
            ],
          },
          after: {
            refreshTimeout: [
              { guard: not('isNeeded'), target: 'fresh' },
              {
                target: 'waiting',
                actions: { type: 'rememberFailure', params: { retryAfter: null, agreed: null } },
              },
            ],
          },
          states: {
            choosing,
            usable,
            blocked: { description: 'Every request waits for the new pair.', tags: 'busy' },
          },
        },
        waiting: {
          description: 'The server did not respond; the session is kept and refreshed again.',
          initial: 'choosing',
          on: {
            'network.online': { guard: not('isPaced'), target: 'refreshing' },
            'retry.requested': { guard: not('isPaced'), target: 'refreshing', actions: 'endPause' },
          },
          after: { retryDelay: 'refreshing' },
          states: {
            choosing,
            usable,
            blocked: {
              description: 'Requests wait until the server answers again.',
              tags: ['busy', 'unreachable'],
            },
          },
        },
      },
    },
  },
})

export type SessionRef = ActorRefFrom<typeof sessionMachine>
export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>

/** The stored tokens have been read: the first screen can be chosen. */
export const isSessionKnown = (session: SessionSnapshot) => session.value !== 'loading'

export const isSignedIn = ({ context }: SessionSnapshot) => context.tokens !== null

export const selectSignOutReason = ({ context }: SessionSnapshot): SignOutReason => context.reason

/** The session's user; null while signed out. */
export const selectUserId = ({ context }: SessionSnapshot) => context.tokens?.subject ?? null
