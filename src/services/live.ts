import { type ActorRefFrom, createActor } from 'xstate'
import type * as z from 'zod/mini'
import { type ConnectionsRef, connectionsMachine } from '../machines/connections/connections.machine.ts'
import type { ConnectionName } from '../machines/connections/connections.types.ts'
import { selectConnection } from '../machines/socket/socket.selectors.ts'
import { IDLE_AFTER, MESSAGES_PER_MINUTE } from '../machines/socket/socket.types.ts'
import type { ProvidedSocket } from './socket.provide.ts'

interface LiveOptions<Schema extends z.ZodMiniType> {
  readonly name: ConnectionName
  readonly path: string
  readonly schema: Schema
  /** S9.6: closed when nobody uses it for so long, in ms; five minutes. */
  readonly idleAfter?: number
  readonly keepAlive?: boolean
  /** Also after each reconnect: what was missed meanwhile is to be read again. */
  readonly onOpen: () => void
  readonly onMessage: (message: z.infer<Schema>) => void
  readonly onLost?: () => void
  /** Closed for good, with the server's code. */
  readonly onEnd?: (code: number) => void
}

/**
 * Keeps one socket open until the returned function is called. Frames that the contract does not know
 * are passed over: an older app must live beside a newer server.
 */
export const createLive = (socketMachine: ProvidedSocket) => {
  const sockets = new Map<ConnectionName, ActorRefFrom<typeof socketMachine>>()
  const connections: ConnectionsRef = createActor(
    connectionsMachine.provide({
      actions: { reconnect: (_, { name }) => sockets.get(name)?.send({ type: 'connection.wanted' }) },
    }),
  ).start()

  const live = <Schema extends z.ZodMiniType>({
    name,
    path,
    schema,
    idleAfter = IDLE_AFTER,
    keepAlive = false,
    onOpen,
    onMessage,
    onLost,
    onEnd,
  }: LiveOptions<Schema>) => {
    const socket = createActor(
      socketMachine.provide({
        actions: {
          announceOpen: onOpen,
          announceEnd: (_, { code }) => onEnd?.(code),
          deliver: (_, { frame }) => {
            const message = schema.safeParse(frame)
            if (message.success) onMessage(message.data)
          },
        },
      }),
      { input: { path, idleAfter, keepAlive, messagesPerMinute: MESSAGES_PER_MINUTE } },
    )
    let wasLive = false
    socket.subscribe((snapshot) => {
      const connection = selectConnection(snapshot)
      if (wasLive && connection !== 'live') onLost?.()
      wasLive = connection === 'live'
      if (connections.getSnapshot().context.standing[name] !== connection)
        connections.send({ type: 'connection.changed', name, connection })
    })
    sockets.set(name, socket)
    socket.start()
    return () => {
      socket.stop()
      if (sockets.get(name) !== socket) return
      sockets.delete(name)
      connections.send({ type: 'connection.ended', name })
    }
  }
  return { live, connections }
}

export type Live = ReturnType<typeof createLive>['live']
