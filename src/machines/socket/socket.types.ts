import { CLOSE } from '../../services/contract/sockets.ts'

/** S9.6: up to five attempts, doubling from two seconds, capped at thirty; ±20 % by D6. */
export const RECONNECT_ATTEMPTS = 5
export const RECONNECT_BASE = 2_000
export const RECONNECT_MAX = 30_000
/** A connection that lived this long counts as a good one, and the attempts start anew. */
export const STABLE_AFTER = 5_000
export const RATE_LIMIT_WAIT = 60_000

/** Dialling again cannot help: no member any more, gone, or the frame was at fault. */
export const FINAL_CODES: readonly number[] = [CLOSE.done, CLOSE.forbidden, CLOSE.gone, CLOSE.tooBig]

export interface SocketContext {
  readonly path: string
  readonly attempts: number
  /** −1 to 1, drawn at every loss: spreads the reconnects of many clients. */
  readonly jitter: number
  readonly code: number | null
}

export type SocketEvent =
  | { type: 'socket.opened' }
  | { type: 'socket.received'; frame: unknown }
  | { type: 'socket.closed'; code: number; jitter: number }
  /** The network came back, the page became visible, or the person pressed Reconnect. */
  | { type: 'connection.wanted' }
  | { type: 'connection.lost' }
