import { t } from '../../../texts/t.ts'
import { limitMessage, socketSetup } from './socket.setup.ts'

const PING = { type: 'ping' } as const

/** S4.21, S7.32, S8.14, S8.15, S9.6: one connection that reconnects automatically, and shows giving up. */
export const socketMachine = socketSetup.createMachine({
  id: 'socket',
  description: 'One live connection to the server.',
  context: ({ input }) => ({ ...input, attempts: 0, jitter: 0, code: null, renewed: false, sent: [] }),
  invoke: { id: 'activityMonitor', src: 'activityMonitor', input: ({ context }) => context },
  initial: 'connected',
  states: {
    connected: {
      description: 'A connection is being made or is open.',
      initial: 'connecting',
      invoke: {
        id: 'connection',
        src: 'connection',
        input: ({ context: { name, path } }) => ({ name, path }),
      },
      on: {
        'connection.lost': 'offline',
        'socket.closed': [
          {
            guard: { type: 'isFinal', params: ({ event }) => event },
            target: 'stopped',
            actions: [
              { type: 'rememberClose', params: ({ event }) => event },
              { type: 'reportEnd', params: ({ event }) => event },
            ],
          },
          {
            guard: { type: 'isRateLimited', params: ({ event }) => event },
            target: 'rateLimited',
            actions: { type: 'rememberClose', params: ({ event }) => event },
          },
          {
            guard: { type: 'isFirstRefusal', params: ({ event }) => event },
            target: 'connected',
            reenter: true,
            actions: [{ type: 'rememberClose', params: ({ event }) => event }, 'noteRenewal'],
          },
          {
            guard: { type: 'isTokenRefused', params: ({ event }) => event },
            target: 'givenUp',
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
        connecting: {
          description: 'A new token is fetched, and the connection is opened with it.',
          entry: {
            type: 'reportStanding',
            params: ({ context }) => ({ connection: context.code === null ? 'connecting' : 'reconnecting' }),
          },
          on: { 'socket.opened': 'open' },
        },
        open: {
          description: 'Frames arrive.',
          entry: { type: 'reportStanding', params: { connection: 'live' } },
          type: 'parallel',
          states: {
            stability: {
              initial: 'fresh',
              states: {
                fresh: {
                  description:
                    'Not yet stable: the attempts are still counted, in case the server closes at once.',
                  after: { stable: { target: 'stable', actions: 'markStable' } },
                },
                stable: { description: 'The attempts are counted from zero again.' },
              },
            },
            heartbeat: {
              initial: 'listening',
              states: {
                listening: {
                  description: 'Any frame shows that the connection works.',
                  on: {
                    'socket.received': {
                      target: 'listening',
                      reenter: true,
                      actions: { type: 'deliver', params: ({ event }) => event },
                    },
                    'message.submitted': [
                      {
                        guard: { type: 'hasRoom', params: ({ event }) => event },
                        target: 'awaitingReply',
                        actions: [
                          { type: 'noteSent', params: ({ event }) => event },
                          { type: 'transmit', params: ({ event }) => event },
                        ],
                      },
                      {
                        actions: {
                          type: 'showToast',
                          params: ({ context, event }) => ({
                            id: 'message-limit',
                            type: 'warning',
                            message: limitMessage(context.sent, event.now),
                          }),
                        },
                      },
                    ],
                  },
                  after: {
                    quiet: {
                      target: 'awaitingReply',
                      actions: { type: 'transmit', params: { message: PING } },
                    },
                  },
                },
                awaitingReply: {
                  description: 'A message was sent, and the server responds to every message.',
                  on: {
                    'socket.received': [
                      {
                        guard: { type: 'isUnsent', params: ({ event }) => event },
                        target: 'listening',
                        actions: 'forgetSent',
                      },
                      { target: 'listening', actions: { type: 'deliver', params: ({ event }) => event } },
                    ],
                  },
                  after: {
                    answer: [
                      {
                        guard: 'hasAttemptsLeft',
                        target: '#socket.waiting',
                        actions: ['rememberSilence', 'countAttempt'],
                      },
                      { target: '#socket.givenUp', actions: 'rememberSilence' },
                    ],
                  },
                },
              },
            },
            activity: {
              initial: 'active',
              states: {
                active: {
                  description: 'The page is in use.',
                  on: {
                    'page.used': { target: 'active', reenter: true },
                    'socket.received': {
                      guard: { type: 'isNews', params: ({ event }) => event },
                      target: 'active',
                      reenter: true,
                    },
                  },
                  after: { idle: '#socket.idle' },
                },
              },
            },
          },
        },
      },
    },
    idle: {
      description: 'Closed because the page is not in use; its next use opens it again.',
      entry: { type: 'reportStanding', params: { connection: 'idle' } },
      on: { 'page.used': 'connected', 'connection.wanted': 'connected' },
    },
    waiting: {
      description: 'The connection was lost; dialled again after 2, 4, 8, 16, 30 seconds.',
      entry: { type: 'reportStanding', params: { connection: 'reconnecting' } },
      after: { backoff: 'connected' },
      on: { 'connection.wanted': 'connected', 'connection.lost': 'offline' },
    },
    offline: {
      description: 'Offline: no attempt is made or counted.',
      entry: { type: 'reportStanding', params: { connection: 'offline' } },
      on: { 'connection.wanted': 'connected' },
    },
    rateLimited: {
      description: 'The server requested a pause.',
      entry: [
        { type: 'reportStanding', params: { connection: 'rateLimited' } },
        {
          type: 'showToast',
          params: {
            type: 'warning',
            message: t('WebSocket connection rate limited. Please wait before reconnecting.'),
          },
        },
      ],
      after: { rateLimit: 'connected' },
    },
    givenUp: {
      description: 'Five attempts failed; Reconnect, the network or a look at the page tries again.',
      entry: { type: 'reportStanding', params: { connection: 'givenUp' } },
      on: { 'connection.wanted': { target: 'connected', actions: 'resetAttempts' } },
    },
    stopped: {
      description: 'Closed: it does not connect again.',
      entry: { type: 'reportStanding', params: { connection: 'stopped' } },
    },
  },
})
