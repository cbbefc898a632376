import { CLOSE } from '../../../services/contract/close-codes.ts'
import type { ClientMessage } from '../../../services/contract/sockets.ts'
import type { ConnectionName } from '../connections/connections.types.ts'

/** S9.6: up to five attempts, doubling from two seconds, each ±20 % (D6), capped at thirty. */
export const RECONNECT_ATTEMPTS = 5
export const RECONNECT_BASE = 2_000
export const RECONNECT_MAX = 30_000
/** A connection that lasted this long counts as successful, and the attempts are counted from zero again. */
export const STABLE_AFTER = 5_000
export const RATE_LIMIT_WAIT = 60_000
/** After this time without a message the connection is tested: the server responds at least to a ping. */
export const QUIET_AFTER = 25_000
/** Without an answer for this long, the connection is dead. Together under 45 s. */
export const ANSWER_WITHIN = 10_000
/** S9.6 */
export const IDLE_AFTER = 5 * 60_000
export const MESSAGES_PER_MINUTE = 60
export const MINUTE = 60_000

/** Redialling cannot help: not a member any more, gone, or the frame was at fault. */
export const FINAL_CODES: readonly number[] = [CLOSE.done, CLOSE.forbidden, CLOSE.gone, CLOSE.tooBig]
/** The token was refused: another one can be used, once. */
export const TOKEN_CODES: readonly number[] = [CLOSE.policy, CLOSE.unauthorized]

export interface SocketInput {
  readonly name: ConnectionName
  readonly path: string
  /** Closed after this time without use, in ms. */
  readonly idleAfter: number
  /** An open page counts as use. */
  readonly keepAlive: boolean
  readonly messagesPerMinute: number
}

export interface SocketContext extends SocketInput {
  readonly attempts: number
  /** −1 to 1, drawn on every loss: spreads the reconnects of many clients. */
  readonly jitter: number
  readonly code: number | null
  /** The token was refused and replaced, and no connection with the new one has lasted yet. */
  readonly renewed: boolean
  /** Times of messages sent within the last minute; local ms. */
  readonly sent: readonly number[]
}

/** A message of the contract; for an unknown message, which a newer server may send, only the type. */
export interface Received {
  readonly type: string
  readonly isUnknown?: boolean
}

/** Replies to a message for a server that never greeted: it was not sent. */
export const UNSENT = 'unsent'

export type SocketEvent =
  | { type: 'socket.opened' }
  | { type: 'socket.received'; frame: Received }
  | { type: 'socket.closed'; code: number; jitter: number }
  /** To be sent: S9.6 allows sixty per minute. */
  | { type: 'message.submitted'; message: ClientMessage; now: number }
  /** The network returned, the page became visible, or the person pressed Reconnect. */
  | { type: 'connection.wanted' }
  | { type: 'connection.lost' }
  /** The person was active on the page. */
  | { type: 'page.used' }

/** The socket's input. */
export interface Transmission {
  readonly type: 'transmit'
  readonly message: ClientMessage
}
