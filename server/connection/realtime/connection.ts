import { randomUUID } from 'node:crypto'
import type { WebSocket } from '@fastify/websocket'
import { CLOSE, type Envelope } from '../../../src/services/contract/sockets.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { Admission } from './access.ts'

export type Socket = WebSocket

const FRAMES_PER_MINUTE = 60 // S9.6
const UNSENT_MAX = 4 * 1024 * 1024 // bytes: a client that does not read is disconnected

/** An open socket and its admission. */
export type Connection = Admission & {
  id: string
  send(event: Pick<Envelope, 'type' | 'data' | 'id' | 'ts'>): void
  ping(): void
  close(code: number): void
}

export function connect(socket: Socket, admission: Admission, heartbeatSeconds: number): Connection {
  const connectionId = randomUUID()
  const mayAsk = perMinute(FRAMES_PER_MINUTE)
  const mayPing = perMinute(FRAMES_PER_MINUTE)
  let seq = 0
  let alive = true

  const send: Connection['send'] = (event) => {
    if (socket.readyState !== socket.OPEN) return
    if (socket.bufferedAmount > UNSENT_MAX) return socket.close(CLOSE.tryAgainLater)
    seq += 1
    const { type, data, id, ts } = event
    socket.send(JSON.stringify({ type, data, id, seq, ts, v: 1 } satisfies Envelope))
  }
  const tell = (type: string, data: unknown) =>
    send({ type, data, id: `${connectionId}.${seq + 1}`, ts: new Date().toISOString() })

  socket.on('pong', () => {
    alive = true
  })
  socket.on('message', (frame) => {
    alive = true
    const isPing = typeOf(String(frame)) === 'ping'
    if (!(isPing ? mayPing() : mayAsk())) return socket.close(CLOSE.rateLimited)
    if (isPing) tell('pong', {})
  })
  tell('hello', { connection_id: connectionId, heartbeat_s: heartbeatSeconds })

  return {
    ...admission,
    id: connectionId,
    send,
    ping() {
      if (!alive) return socket.terminate()
      alive = false
      socket.ping()
    },
    close: (code) => socket.close(code),
  }
}

function typeOf(frame: string): unknown {
  try {
    return JSON.parse(frame)?.type
  } catch {
    return null
  }
}

function perMinute(max: number): () => boolean {
  let since = 0
  let count = 0
  return () => {
    const now = Date.now()
    if (now - since >= MINUTE) {
      since = now
      count = 0
    }
    count += 1
    return count <= max
  }
}
