import type { AnyActorRef } from 'xstate'

/** The state of a connection. `connecting` is the first attempt; `stopped` means that it will not connect again. */
export type Connection =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'offline'
  | 'rateLimited'
  | 'givenUp'
  | 'idle'
  | 'stopped'

/** By name of the connection. */
export type ConnectionName = `${'organization' | 'integration' | 'knowledge-base'}:${string}`

/** The address to dial; listeners to the same name share one socket. */
export interface Line {
  readonly name: ConnectionName
  readonly path: string
  /** S9.6: closed after this time without use, in ms; five minutes. */
  readonly idleAfter?: number
  /** An open page counts as use. */
  readonly keepAlive?: boolean
}

/** Events of a listener. `live.opened` also follows each reconnect, after which missed data must be reloaded. */
export type LiveEvent<Message> =
  | { type: 'live.opened' }
  | { type: 'live.lost' }
  /** Closed permanently, with the server's code. */
  | { type: 'live.ended'; code: number }
  | { type: 'live.received'; message: Message }

export interface ConnectionsContext {
  readonly standing: Readonly<Partial<Record<ConnectionName, Connection>>>
  readonly listeners: Readonly<Partial<Record<ConnectionName, readonly AnyActorRef[]>>>
}

export type ConnectionsEvent =
  | { type: 'connection.joined'; line: Line; listener: AnyActorRef }
  | { type: 'connection.left'; name: ConnectionName; listener: AnyActorRef }
  /** From the sockets. */
  | { type: 'connection.changed'; name: ConnectionName; connection: Connection }
  | { type: 'connection.ended'; name: ConnectionName; code: number }
  | { type: 'message.received'; name: ConnectionName; message: unknown }
  | { type: 'reconnect.requested'; name: ConnectionName }
