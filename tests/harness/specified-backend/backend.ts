import { createServer, type IncomingMessage } from 'node:http'
import { type WebSocket, WebSocketServer } from 'ws'
import { listening } from '../listening.ts'
import { answer, type Reply } from '../scripted-server.ts'
import { CALLS, PUBLIC_CALLS, refused } from './calls.ts'
import { createWorld, notification, type World } from './world.ts'

/** The sockets of S7.32. */
const SOCKETS = [
  /^\/api\/ws\/organizations\/[^/]+$/,
  /^\/api\/ws\/organizations\/[^/]+\/knowledge-bases\/[^/]+$/,
  /^\/api\/ws\/integrations\/[^/]+$/,
]

const patternOf = (call: string) =>
  new RegExp(`^${call.replaceAll('/', '\\/').replace(/\{\w+\}/, '([^/]+)')}$`)

const table = Object.entries({ ...PUBLIC_CALLS, ...CALLS }).map(([name, call]) => ({
  name,
  call,
  pattern: patternOf(name),
  isPublic: name in PUBLIC_CALLS,
}))

async function bodyOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(text))
  return type.startsWith('application/json') ? JSON.parse(text) : text
}

/** On another origin than the app: it allows requests, and says how long to wait. */
const crossOrigin = ({ headers }: IncomingMessage) => ({
  'access-control-allow-origin': headers.origin ?? '*',
  'access-control-allow-headers': headers['access-control-request-headers'] ?? '',
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-expose-headers': 'retry-after',
  'access-control-max-age': '600',
})

/**
 * A server that answers the calls of S7 with the fields of S3 and S7 only: any other call is a 404 with a detail. It
 * refuses, limits, fails and stalls when a test says so.
 */
export async function startSpecifiedBackend() {
  const world: World = createWorld()
  const asked: { call: string; query: string; body: unknown }[] = []
  const instead = new Map<string, Reply[]>()

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend')
    const line = `${request.method} ${pathname}`
    const entry = table.find(({ pattern }) => pattern.test(line))
    const body = await bodyOf(request)
    asked.push({ call: entry?.name ?? line, query: searchParams.toString(), body })
    if (!entry) return refused(404, 'Not Found')
    const scripted = instead.get(entry.name)?.shift()
    if (scripted) return scripted
    if (!entry.isPublic && request.headers.authorization !== `Bearer ${world.tokens.access}`)
      return refused(401, 'Could not validate credentials')
    const named = decodeURIComponent(entry.pattern.exec(line)?.[1] ?? '')
    return entry.call(world, { named, query: searchParams, body })
  }

  const http = createServer(async (request, response) => {
    if (request.method === 'OPTIONS') return response.writeHead(204, crossOrigin(request)).end()
    const reply = await replyTo(request)
    answer(response, { ...reply, headers: { ...crossOrigin(request), ...reply.headers } })
  })
  const sockets = new WebSocketServer({ noServer: true })
  const open = new Map<WebSocket, string>()
  http.on('upgrade', (request, stream, head) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://backend')
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const isKnown = SOCKETS.some((pattern) => pattern.test(pathname))
      if (!isKnown || searchParams.get('token') !== world.tokens.access) return socket.close(1008)
      open.set(socket, pathname)
      socket.on('close', () => open.delete(socket))
    })
  })
  const { url, close } = await listening(http)

  return {
    url,
    world,
    /** Every call, in order; those of S7 by the name in its table. */
    asked,
    /** The paths of the open sockets. */
    sockets: () => [...open.values()],
    /** Sets the next answers of a call. */
    answer: (call: string, ...replies: Reply[]) => instead.set(call, replies),
    /** Adds this many notifications, and sends the newest of them over the socket. */
    notify(count: number) {
      world.notifications = Array.from({ length: count }, (_, place) => notification(count - place))
      const frame = {
        type: 'notification_update',
        data: { action: 'new', notification: world.notifications[0], notificationId: `n-${count}` },
      }
      for (const socket of open.keys()) socket.send(JSON.stringify(frame))
    },
    stop: () => {
      for (const socket of open.keys()) socket.terminate()
      return close()
    },
  }
}

export type SpecifiedBackend = Awaited<ReturnType<typeof startSpecifiedBackend>>

/** S3.9 */
export const limited = (seconds: number, body: object = { detail: 'Too many requests' }): Reply => ({
  status: 429,
  headers: { 'retry-after': String(seconds) },
  body,
})
export const failed: Reply = { status: 500, body: { detail: 'Internal Server Error' } }
export const stalled: Reply = { fault: 'stall' }
export { refused } from './calls.ts'
