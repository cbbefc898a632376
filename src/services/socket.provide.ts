import { type EventObject, fromCallback } from 'xstate'
import { socketMachine } from '../machines/socket/socket.machine.ts'
import {
  type SocketEvent,
  type SocketInput,
  TOKEN_CODES,
  type Transmission,
} from '../machines/socket/socket.types.ts'
import type { ToastRequest } from '../machines/toast-request.ts'
import { CLOSE, Frame } from './contract/sockets.ts'

interface SocketServices {
  /** A token good for a while, refreshed first when it would soon expire. */
  readonly freshToken: () => Promise<string>
  /** Tells the session that the server refused the token that was dialled with. */
  readonly tokenRefused: () => void
  /** `wss://host` of the API. */
  readonly origin: string
  readonly showToast: (toast: ToastRequest) => void
}

const CONNECT_TIMEOUT = 10_000
/** The person's doings are told this often at most, in ms. */
const USED_EVERY = 5_000

const SIGNS_OF_USE = ['pointerdown', 'keydown', 'wheel'] as const

const parsed = (text: unknown) => {
  try {
    return Frame.parse(JSON.parse(String(text)))
  } catch {
    return null
  }
}

/** One WebSocket: every dial takes a fresh token, and a dial that hangs counts as a loss. */
const connection = ({ freshToken, tokenRefused, origin }: SocketServices) =>
  fromCallback<Transmission, { path: string }>(({ input, sendBack, receive }) => {
    let socket: WebSocket | null = null
    let ended = false
    const send = (event: SocketEvent) => sendBack(event)
    const lose = (code: number) => {
      if (ended) return
      ended = true
      if (TOKEN_CODES.includes(code)) tokenRefused()
      send({ type: 'socket.closed', code, jitter: Math.random() * 2 - 1 })
    }
    const impatience = setTimeout(() => {
      socket?.close()
      lose(CLOSE.abnormal)
    }, CONNECT_TIMEOUT)
    const dial = (token: string) => {
      if (ended) return
      socket = new WebSocket(`${origin}${input.path}?token=${encodeURIComponent(token)}`)
      socket.onopen = () => {
        clearTimeout(impatience)
        if (!ended) send({ type: 'socket.opened' })
      }
      socket.onmessage = ({ data }) => {
        const frame = parsed(data)
        if (frame && !ended) send({ type: 'socket.received', frame })
      }
      socket.onclose = ({ code }) => lose(code)
    }
    freshToken().then(dial, () => lose(CLOSE.abnormal))
    receive(({ message }) => socket?.send(JSON.stringify(message)))
    return () => {
      ended = true
      clearTimeout(impatience)
      socket?.close(CLOSE.done)
    }
  })

/** When dialling is worth another try, an open line worth a test, and whether anybody is there. */
const awareness = fromCallback<EventObject, SocketInput>(({ input: { keepAlive, idleAfter }, sendBack }) => {
  const send = (event: SocketEvent) => sendBack(event)
  const wanted = () => {
    send({ type: 'connection.wanted' })
    send({ type: 'message.submitted', message: { type: 'ping' }, now: Date.now() })
  }
  const lost = () => send({ type: 'connection.lost' })
  let told = 0
  const used = () => {
    if (Date.now() - told < USED_EVERY) return
    told = Date.now()
    send({ type: 'page.used' })
  }
  const keeper = keepAlive ? setInterval(used, idleAfter / 2) : undefined
  const seen = () => {
    if (document.visibilityState === 'visible') wanted()
  }
  if (!navigator.onLine) lost()
  addEventListener('online', wanted)
  addEventListener('offline', lost)
  document.addEventListener('visibilitychange', seen)
  for (const sign of SIGNS_OF_USE) addEventListener(sign, used, { passive: true, capture: true })
  return () => {
    clearInterval(keeper)
    removeEventListener('online', wanted)
    removeEventListener('offline', lost)
    document.removeEventListener('visibilitychange', seen)
    for (const sign of SIGNS_OF_USE) removeEventListener(sign, used, { capture: true })
  }
})

export const provideSocket = (services: SocketServices) =>
  socketMachine.provide({
    actors: { connection: connection(services), awareness },
    actions: { showToast: (_, toast) => services.showToast(toast) },
  })

export type ProvidedSocket = ReturnType<typeof provideSocket>
