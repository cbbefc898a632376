/** How a connection stands. `connecting` is the first dial; `stopped` means that there is nothing to come back to. */
export type Connection =
  | 'connecting'
  | 'live'
  | 'reconnecting'
  | 'offline'
  | 'rateLimited'
  | 'givenUp'
  | 'idle'
  | 'stopped'

/** By what is listened to. */
export type ConnectionName = 'organization' | `integration:${string}` | `knowledge-base:${string}`

export type ConnectionsContext = { readonly standing: Readonly<Partial<Record<ConnectionName, Connection>>> }

export type ConnectionsEvent =
  | { type: 'connection.changed'; name: ConnectionName; connection: Connection }
  | { type: 'connection.ended'; name: ConnectionName }
  | { type: 'reconnect.requested'; name: ConnectionName }
