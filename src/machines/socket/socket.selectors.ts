import type { Connection } from '../connections/connections.types.ts'
import type { SocketSnapshot } from './socket.machine.ts'

/** How the connection stands, in one word. */
export function selectConnection(socket: SocketSnapshot): Connection {
  if (socket.hasTag('live')) return 'live'
  if (socket.matches('connected')) return socket.context.code === null ? 'connecting' : 'reconnecting'
  if (socket.matches('waiting')) return 'reconnecting'
  return socket.value as Exclude<typeof socket.value, object | 'waiting'>
}
