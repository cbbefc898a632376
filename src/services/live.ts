import { createActor } from 'xstate'
import type * as z from 'zod/mini'
import type { ProvidedSocket } from './socket.provide.ts'

interface LiveOptions<Schema extends z.ZodMiniType> {
  readonly path: string
  readonly schema: Schema
  /** Also after each reconnect: what was missed meanwhile is to be read again. */
  readonly onOpen: () => void
  readonly onMessage: (message: z.infer<Schema>) => void
  readonly onLost?: () => void
}

/**
 * Keeps one socket open until the returned function is called. Frames that the contract does not know
 * are passed over: an older app must live beside a newer server.
 */
export const createLive =
  (socketMachine: ProvidedSocket) =>
  <Schema extends z.ZodMiniType>({ path, schema, onOpen, onMessage, onLost }: LiveOptions<Schema>) => {
    const socket = createActor(
      socketMachine.provide({
        actions: {
          announceOpen: onOpen,
          deliver: (_, { frame }) => {
            const message = schema.safeParse(frame)
            if (message.success) onMessage(message.data)
          },
        },
      }),
      { input: { path } },
    )
    let live = false
    socket.subscribe((snapshot) => {
      if (live && !snapshot.hasTag('live')) onLost?.()
      live = snapshot.hasTag('live')
    })
    socket.start()
    return () => void socket.stop()
  }

export type Live = ReturnType<typeof createLive>
