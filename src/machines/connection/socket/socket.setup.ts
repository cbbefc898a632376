import { assign, type EventObject, fromCallback, sendTo, setup } from 'xstate'
import { CLOSE } from '../../../services/contract/close-codes.ts'
import type { ClientMessage } from '../../../services/contract/sockets.ts'
import { t } from '../../../texts/t.ts'
import { notProvided } from '../../not-provided.ts'
import { sendToActor, showToast } from '../../system.ts'
import type { Connection } from '../connections/connections.types.ts'
import {
  ANSWER_WITHIN,
  FINAL_CODES,
  MINUTE,
  QUIET_AFTER,
  RATE_LIMIT_WAIT,
  RECONNECT_ATTEMPTS,
  RECONNECT_BASE,
  RECONNECT_MAX,
  type Received,
  type SocketContext,
  type SocketEvent,
  type SocketInput,
  STABLE_AFTER,
  TOKEN_CODES,
  type Transmission,
  UNSENT,
} from './socket.types.ts'

/** The address to dial, and the parser of its frames. */
export type Dialled = Pick<SocketInput, 'name' | 'path'>

const within = (sent: readonly number[], now: number) => sent.filter((moment) => now - moment < MINUTE)

/** They only show that the connection works. */
const QUIET_FRAMES: readonly string[] = ['hello', 'pong', UNSENT]

/** S8.15: when the oldest message of the last minute is a minute old, another can be sent. */
export const limitMessage = (sent: readonly number[], now: number) => {
  const [oldest = now] = within(sent, now)
  const seconds = Math.ceil((oldest + MINUTE - now) / 1000)
  return t('Message rate limit exceeded. Please wait {seconds} seconds.', { seconds })
}

/** A socket's events, guards and actions; the machine says when they apply. */
export const socketSetup = setup({
  types: {} as {
    context: SocketContext
    events: SocketEvent
    input: SocketInput
    children: { connection: 'connection'; activityMonitor: 'activityMonitor' }
  },
  actors: {
    connection: fromCallback<Transmission, Dialled>(notProvided('connection')),
    activityMonitor: fromCallback<EventObject, SocketInput>(notProvided('activityMonitor')),
  },
  guards: {
    isFinal: (_, { code }: { code: number }) => FINAL_CODES.includes(code),
    isRateLimited: (_, { code }: { code: number }) => code === CLOSE.rateLimited,
    isTokenRefused: (_, { code }: { code: number }) => TOKEN_CODES.includes(code),
    isFirstRefusal: ({ context }, { code }: { code: number }) =>
      TOKEN_CODES.includes(code) && !context.renewed,
    hasAttemptsLeft: ({ context }) => context.attempts < RECONNECT_ATTEMPTS,
    hasRoom: ({ context }, { now }: { now: number }) =>
      within(context.sent, now).length < context.messagesPerMinute,
    isUnsent: (_, { frame }: { frame: Received }) => frame.type === UNSENT,
    isNews: (_, { frame }: { frame: Received }) => !QUIET_FRAMES.includes(frame.type),
  },
  actions: {
    deliver: (scope, { frame }: { frame: Received }) =>
      frame.isUnknown !== true &&
      sendToActor(scope, 'connections', {
        type: 'message.received',
        name: scope.context.name,
        message: frame,
      }),
    reportStanding: (scope, { connection }: { connection: Connection }) =>
      sendToActor(scope, 'connections', { type: 'connection.changed', name: scope.context.name, connection }),
    reportEnd: (scope, { code }: { code: number }) =>
      sendToActor(scope, 'connections', { type: 'connection.ended', name: scope.context.name, code }),
    showToast,
    countAttempt: assign({ attempts: ({ context }) => context.attempts + 1 }),
    markStable: assign({ attempts: 0, renewed: false }),
    resetAttempts: assign({ attempts: 0 }),
    noteRenewal: assign({ renewed: true }),
    rememberClose: assign((_, { code, jitter }: { code: number; jitter: number }) => ({ code, jitter })),
    rememberSilence: assign({ code: CLOSE.abnormal }),
    noteSent: assign({
      sent: ({ context }, { now }: { now: number }) => [...within(context.sent, now), now],
    }),
    /** S8.15 counts sent messages: a server that never greeted is sent none. */
    forgetSent: assign({ sent: [] }),
    transmit: sendTo('connection', (_, { message }: { message: ClientMessage }) => ({
      type: 'transmit' as const,
      message,
    })),
  },
  delays: {
    backoff: ({ context }) =>
      Math.min(RECONNECT_BASE * 2 ** (context.attempts - 1) * (1 + 0.2 * context.jitter), RECONNECT_MAX),
    stable: STABLE_AFTER,
    rateLimit: RATE_LIMIT_WAIT,
    quiet: QUIET_AFTER,
    answer: ANSWER_WITHIN,
    idle: ({ context }) => context.idleAfter,
  },
})
