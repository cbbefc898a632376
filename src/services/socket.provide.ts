import { fromCallback } from 'xstate'
import { socketMachine } from '../machines/socket/socket.machine.ts'
import type { SocketEvent } from '../machines/socket/socket.types.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import { CLOSE, Envelope } from './contract/sockets.ts'

export interface SocketServices {
  /** A token good for a while, refreshed first when it would soon expire. */
  readonly freshToken: () => Promise<string>
  /** Tells the session that the server refused the token that was dialled with. */
  readonly tokenRefused: () => void
  /** `wss://host` of the API. */
  readonly origin: string
  readonly showToast: (toast: ToastRequest) => void
}

const CONNECT_TIMEOUT = 10_000
const ABNORMAL = 1006

const parsed = (text: unknown) => {
  try {
    return Envelope.parse(JSON.parse(String(text)))
  } catch {
    return null
  }
}

/** One WebSocket: every dial takes a fresh token, and a dial that hangs counts as a loss. */
const connection = ({ freshToken, tokenRefused, origin }: SocketServices) =>
  fromCallback<SocketEvent, { path: string }>(({ input, sendBack }) => {
    let socket: WebSocket | null = null
    let ended = false
    const lose = (code: number) => {
      if (ended) return
      ended = true
      if (code === CLOSE.unauthorized) tokenRefused()
      sendBack({ type: 'socket.closed', code, jitter: Math.random() * 2 - 1 })
    }
    const impatience = setTimeout(() => {
      socket?.close()
      lose(ABNORMAL)
    }, CONNECT_TIMEOUT)
    const dial = (token: string) => {
      if (ended) return
      socket = new WebSocket(`${origin}${input.path}?token=${encodeURIComponent(token)}`)
      socket.onopen = () => {
        clearTimeout(impatience)
        if (!ended) sendBack({ type: 'socket.opened' })
      }
      socket.onmessage = ({ data }) => {
        const frame = parsed(data)
        if (frame && !ended) sendBack({ type: 'socket.received', frame })
      }
      socket.onclose = ({ code }) => lose(code)
    }
    freshToken().then(dial, () => lose(ABNORMAL))
    return () => {
      ended = true
      clearTimeout(impatience)
      socket?.close(CLOSE.done)
    }
  })

/** When dialling is worth another try. */
const awareness = fromCallback<SocketEvent>(({ sendBack }) => {
  const wanted = () => sendBack({ type: 'connection.wanted' })
  const lost = () => sendBack({ type: 'connection.lost' })
  const seen = () => {
    if (document.visibilityState === 'visible') wanted()
  }
  addEventListener('online', wanted)
  addEventListener('offline', lost)
  document.addEventListener('visibilitychange', seen)
  return () => {
    removeEventListener('online', wanted)
    removeEventListener('offline', lost)
    document.removeEventListener('visibilitychange', seen)
  }
})

export const provideSocket = (services: SocketServices) =>
  socketMachine.provide({
    actors: { connection: connection(services), awareness },
    actions: { showToast: (_, toast) => services.showToast(toast) },
  })

export type ProvidedSocket = ReturnType<typeof provideSocket>
