import { assign, fromCallback, setup } from 'xstate'
import { CLOSE } from '../../services/contract/sockets.ts'
import { notProvided } from '../not-provided.ts'
import type { ToastRequest } from '../toast-request.ts'
import {
  FINAL_CODES,
  RATE_LIMIT_WAIT,
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE,
  RECONNECT_MAX,
  type SocketContext,
  type SocketEvent,
  STABLE_AFTER,
} from './socket.types.ts'

/** S4.21, S7.32, S8.14, S9.6: one connection that comes back by itself, and says when it has given up. */
export const socketMachine = setup({
  types: {} as {
    context: SocketContext
    events: SocketEvent
    input: { path: string }
    tags: 'live' | 'down' | 'stopped'
    children: { connection: 'connection'; awareness: 'awareness' }
  },
  actors: {
    connection: fromCallback<SocketEvent, { path: string }>(notProvided('connection')),
    awareness: fromCallback<SocketEvent>(notProvided('awareness')),
  },
  guards: {
    isFinal: (_, { code }: { code: number }) => FINAL_CODES.includes(code),
    isRateLimited: (_, { code }: { code: number }) => code === CLOSE.rateLimited,
    hasAttemptsLeft: ({ context }) => context.attempts < RECONNECT_ATTEMPTS,
  },
  actions: {
    deliver: (_, _params: { frame: unknown }) => {},
    announceOpen: () => {},
    announceEnd: (_, _params: { code: number }) => {},
    showToast: (_, _toast: ToastRequest) => {},
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    resetAttempts: assign({ attempts: 0 }),
    rememberClose: assign((_, { code, jitter }: { code: number; jitter: number }) => ({ code, jitter })),
  },
  delays: {
    backoff: ({ context }) =>
      Math.min(RECONNECT_BASE * 2 ** (context.attempts - 1), RECONNECT_MAX) * (1 + 0.2 * context.jitter),
    stable: STABLE_AFTER,
    rateLimit: RATE_LIMIT_WAIT,
  },
}).createMachine({
  id: 'socket',
  description: 'One live connection to the server.',
  context: ({ input }) => ({ path: input.path, attempts: 0, jitter: 0, code: null }),
  invoke: { id: 'awareness', src: 'awareness' },
  initial: 'connected',
  states: {
    connected: {
      description: 'A connection is being made or stands.',
      initial: 'dialling',
      invoke: { id: 'connection', src: 'connection', input: ({ context }) => ({ path: context.path }) },
      on: {
        'socket.closed': [
          {
            guard: { type: 'isFinal', params: ({ event }) => event },
            target: 'stopped',
            actions: [
              { type: 'rememberClose', params: ({ event }) => event },
              { type: 'announceEnd', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isRateLimited', params: ({ event }) => event },
            target: 'rateLimited',
            actions: { type: 'rememberClose', params: ({ event }) => event },
          },
          {
            guard: 'hasAttemptsLeft',
            target: 'waiting',
            actions: [{ type: 'rememberClose', params: ({ event }) => event }, 'countAttempt'],
          },
          { target: 'givenUp', actions: { type: 'rememberClose', params: ({ event }) => event } },
        ],
      },
      states: {
        dialling: {
          description: 'A fresh token is taken and the connection asked for.',
          tags: 'down',
          on: { 'socket.opened': { target: 'open', actions: 'announceOpen' } },
        },
        open: {
          description: 'Frames arrive.',
          tags: 'live',
          on: {
            'socket.received': { actions: { type: 'deliver', params: ({ event }) => event } },
          },
          initial: 'fresh',
          states: {
            fresh: {
              description: 'Too young to be trusted: a server that closes at once must not be stormed.',
              after: { stable: { target: 'proven', actions: 'resetAttempts' } },
            },
            proven: { description: 'The attempts are counted from zero again.' },
          },
        },
      },
    },
    waiting: {
      description: 'The connection was lost; dialled again after 2, 4, 8, 16, 30 seconds.',
      tags: 'down',
      after: { backoff: 'connected' },
      on: { 'connection.wanted': 'connected', 'connection.lost': 'offline' },
    },
    offline: {
      description: 'There is no network: nothing is dialled and no attempt is used up.',
      tags: 'down',
      on: { 'connection.wanted': 'connected' },
    },
    rateLimited: {
      description: 'The server asked for a pause.',
      tags: 'down',
      entry: {
        type: 'showToast',
        params: {
          type: 'warning',
          message: 'WebSocket connection rate limited. Please wait before reconnecting.',
        },
      },
      after: { rateLimit: 'connected' },
    },
    givenUp: {
      description: 'Five attempts failed; Reconnect, the network or a look at the page tries again.',
      tags: 'down',
      on: { 'connection.wanted': { target: 'connected', actions: 'resetAttempts' } },
    },
    stopped: {
      description: 'Closed for good: there is nothing to come back to.',
      tags: 'stopped',
    },
  },
})
