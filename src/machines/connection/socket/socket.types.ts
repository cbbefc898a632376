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
/** No answer for so long: the line is dead. Together under 45 s. */
export const ANSWER_WITHIN = 10_000
/** S9.6 */
export const IDLE_AFTER = 5 * 60_000
export const ORGANIZATION_IDLE_AFTER = 10 * 60_000
export const MESSAGES_PER_MINUTE = 60
export const MINUTE = 60_000

/** Dialling again cannot help: no member any more, gone, or the frame was at fault. */
export const FINAL_CODES: readonly number[] = [CLOSE.done, CLOSE.forbidden, CLOSE.gone, CLOSE.tooBig]
/** The token was refused: another one may be taken, once. */
export const TOKEN_CODES: readonly number[] = [CLOSE.policy, CLOSE.unauthorized]

export interface SocketInput {
  readonly name: ConnectionName
  readonly path: string
  /** Without use for so long it is closed, in ms. */
  readonly idleAfter: number
  /** An open page is use enough. */
  readonly keepAlive: boolean
  readonly messagesPerMinute: number
}

export interface SocketContext extends SocketInput {
  readonly attempts: number
  /** −1 to 1, drawn at every loss: spreads the reconnects of many clients. */
  readonly jitter: number
  readonly code: number | null
  /** The token was refused and replaced, and no connection with the new one has lasted yet. */
  readonly renewed: boolean
  /** When messages were sent, within the last minute; local ms. */
  readonly sent: readonly number[]
}

/** A message of the contract; of an unknown message, which a newer server may send, only the type. */
export interface Received {
  readonly type: string
  readonly isUnknown?: boolean
}

/** The frame that answers a message to a server that never greeted: it was not sent. */
export const UNSENT = 'unsent'

export type SocketEvent =
  | { type: 'socket.opened' }
  | { type: 'socket.received'; frame: Received }
  | { type: 'socket.closed'; code: number; jitter: number }
  /** To be sent: S9.6 allows sixty a minute. */
  | { type: 'message.submitted'; message: ClientMessage; now: number }
  /** The network came back, the page became visible, or the person pressed Reconnect. */
  | { type: 'connection.wanted' }
  | { type: 'connection.lost' }
  /** The person did something in the page. */
  | { type: 'page.used' }

/** What the connection is told. */
export interface Transmission {
  readonly type: 'transmit'
  readonly message: ClientMessage
}
