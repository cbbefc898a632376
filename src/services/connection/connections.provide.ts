import { type EventObject, fromCallback } from 'xstate'
import { connectionsMachine } from '../../machines/connection/connections/connections.machine.ts'
import type { ConnectionName } from '../../machines/connection/connections/connections.types.ts'
import { socketMachine } from '../../machines/connection/socket/socket.machine.ts'
import type { Dialled } from '../../machines/connection/socket/socket.setup.ts'
import {
  type Received,
  type SocketEvent,
  type SocketInput,
  TOKEN_CODES,
  type Transmission,
  UNSENT,
} from '../../machines/connection/socket/socket.types.ts'
import type { InSystem } from '../../machines/system.ts'
import { CLOSE } from '../contract/close-codes.ts'

interface SocketServices {
  /** A token that stays valid for a while; refreshed first if it expires soon. */
  readonly freshToken: (scope: InSystem) => Promise<string>
  /** Tells the session that the server refused the dialled token. */
  readonly tokenRefused: (scope: InSystem, token: string) => void
  /** Tells it that a dial was refused before it opened: a gateway may have refused the token. */
  readonly tokenDoubted?: (scope: InSystem) => void
  /** Reports a successful dial. */
  readonly tokenAccepted?: () => void
  /** `wss://host` of the API. */
  readonly origin: string
  /** A parsed frame; null if it is unknown. */
  readonly readFrame: (name: ConnectionName, text: unknown) => Received | null
}

const CONNECT_TIMEOUT = 10_000
/** The person's activity is reported at most this often, in ms. */
const USED_EVERY = 5_000

const SIGNS_OF_USE = ['pointerdown', 'keydown', 'wheel'] as const

/** One WebSocket: every dial uses a fresh token, and a dial that hangs counts as a loss. */
const connection = ({
  freshToken,
  tokenRefused,
  tokenDoubted,
  tokenAccepted,
  origin,
  readFrame,
}: SocketServices) =>
  fromCallback<Transmission, Dialled>(({ input, system, sendBack, receive }) => {
    let socket: WebSocket | null = null
    let ended = false
    let isGreeted = false
    let opened = false
    const send = (event: SocketEvent) => sendBack(event)
    const lose = (code: number) => {
      if (ended) return
      ended = true
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
        opened = true
        tokenAccepted?.()
        if (!ended) send({ type: 'socket.opened' })
      }
      socket.onmessage = ({ data }) => {
        const frame = readFrame(input.name, data)
        if (frame?.type === 'hello') isGreeted = true
        if (frame && !ended) send({ type: 'socket.received', frame })
      }
      socket.onclose = ({ code }) => {
        if (!ended && TOKEN_CODES.includes(code)) tokenRefused({ system }, token)
        if (!opened && !ended && code === CLOSE.abnormal) tokenDoubted?.({ system })
        lose(code)
      }
    }
    freshToken({ system }).then(dial, () => lose(CLOSE.abnormal))
    // Our server greets, and answers pings. Another may do neither: its silence does not mean a dead line.
    receive(({ message }) =>
      isGreeted
        ? socket?.send(JSON.stringify(message))
        : send({ type: 'socket.received', frame: { type: UNSENT, isUnknown: true } }),
    )
    return () => {
      ended = true
      clearTimeout(impatience)
      socket?.close(CLOSE.done)
    }
  })

/** When redialling is worthwhile, when an open connection needs a test, and whether anyone is active. */
const activityMonitor = fromCallback<EventObject, SocketInput>(
  ({ input: { keepAlive, idleAfter }, sendBack }) => {
    const send = (event: SocketEvent) => sendBack(event)
    const wanted = () => {
      send({ type: 'connection.wanted' })
      send({ type: 'message.submitted', message: { type: 'ping' }, now: Date.now() })
    }
    const lost = () => send({ type: 'connection.lost' })
    let reportedAt = 0
    const used = () => {
      if (Date.now() - reportedAt < USED_EVERY) return
      reportedAt = Date.now()
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
  },
)

/** The page's live connections, with the browser's sockets. */
export const provideConnections = (services: SocketServices) =>
  connectionsMachine.provide({
    actors: {
      socket: socketMachine.provide({ actors: { connection: connection(services), activityMonitor } }),
    },
  })
