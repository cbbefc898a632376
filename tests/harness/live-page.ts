import { createServer } from 'node:http'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createActor } from 'xstate'
import type { SessionRef } from '../../src/machines/accounts/session/session.machine.ts'
import type { Line, LiveEvent } from '../../src/machines/connection/connections/connections.types.ts'
import { provideConnections } from '../../src/services/connection/connections.provide.ts'
import { readFrame } from '../../src/services/connection/frames.ts'
import { createSocketTokens } from '../../src/services/connection/socket-tokens.ts'
import { listening } from './listening.ts'
import { listener, standIn } from './system.ts'

type Hear = (heard: LiveEvent<unknown>) => void

/** A browser's failing socket is only closed; one of `ws` would throw. */
class QuietWebSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => {})
  }
}

/** A page's globals for its sockets, replacing a browser's; undone by `vi.unstubAllGlobals`. */
export function stubPage() {
  const tab = new EventTarget()
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('WebSocket', QuietWebSocket)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('addEventListener', tab.addEventListener.bind(tab))
  vi.stubGlobal('removeEventListener', tab.removeEventListener.bind(tab))
  return { tab, document }
}

/** The live connections of a member's page. */
export function openLivePage(origin: string, session: SessionRef, now: () => number) {
  const { tab, document } = stubPage()
  const toasts: string[] = []
  const tokens = createSocketTokens(now)
  // In its own system: the session's clock does not advance.
  const connections = createActor(
    provideConnections({
      freshToken: () => tokens.freshToken(session),
      tokenRefused: () => tokens.tokenRefused(session),
      tokenDoubted: () => tokens.tokenDoubted(session),
      tokenAccepted: tokens.tokenAccepted,
      origin: origin.replace('http', 'ws'),
      readFrame,
    }),
    { systemId: 'connections' },
  ).start()
  standIn(connections, 'toasts', ({ toast }) => void toasts.push(toast.message))
  return {
    connections,
    /** Listens until the returned function is called. */
    live: (line: Line, hear: Hear) => {
      const ear = listener((heard) => hear(heard as Parameters<Hear>[0]))
      connections.send({ type: 'connection.joined', line, listener: ear })
      return () => connections.send({ type: 'connection.left', name: line.name, listener: ear })
    },
    toasts,
    happens: (sign: 'online' | 'offline' | 'pointerdown') => void tab.dispatchEvent(new Event(sign)),
    becomesVisible: () => void document.dispatchEvent(new Event('visibilitychange')),
  }
}

/** A socket server that records each dial and sends what the test tells it to. */
export async function startSocketServer() {
  const http = createServer()
  let admits = (_token: string) => true
  const refused: string[] = []
  const tokenOf = (url = '') => new URL(url, 'http://server').searchParams.get('token') ?? ''
  const sockets = new WebSocketServer({
    server: http,
    verifyClient: ({ req }, decide) => {
      const token = tokenOf(req.url)
      if (admits(token)) return decide(true)
      refused.push(token)
      decide(false, 401)
    },
  })
  const dials: { path: string; token: string; socket: WebSocket; heard: string[] }[] = []
  let greet: (socket: WebSocket) => void = () => {}
  sockets.on('connection', (socket, request) => {
    const { pathname } = new URL(request.url ?? '', 'http://server')
    const heard: string[] = []
    dials.push({ path: pathname, token: tokenOf(request.url), socket, heard })
    socket.on('error', () => {})
    socket.on('message', (text) => {
      heard.push(String(text))
      socket.send('{"type":"pong","data":{}}')
    })
    greet(socket)
  })
  const { url, close } = await listening(http)
  return {
    url,
    dials,
    open: () => dials.filter(({ socket }) => socket.readyState === socket.OPEN),
    /** Refuses upgrades with 401, like a gateway; a page sees 1006. */
    admit: (token: (token: string) => boolean) => {
      admits = token
    },
    /** The tokens refused in this way. */
    refused,
    onDial: (say: (socket: WebSocket) => void) => {
      greet = say
    },
    stop: async () => {
      for (const { socket } of dials) socket.terminate()
      await close()
    },
  }
}
