import { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Message = FastifyRequest['raw']
type Pace = {
  /** ms between two looks */
  every: number
  /** Bytes that have to come in between. */
  bytes: number
  /** ms for a whole body that is no upload */
  limit: number
}

const PACE: Pace = { every: 10_000, bytes: 8 * 1024, limit: 30_000 }
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/** Who is answered early hears the answer only after it has sent its body: so much of it is read and thrown away. */
const READ_PAST_MAX = 32 * 1024 * 1024
const READ_PAST_TOO_LARGE = 1024 * 1024

const hasBody = ({ headers }: Message) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/**
 * Closes the connections of bodies that hardly come, which would hold a socket and a file each, and of those
 * that do not end although their request was answered.
 */
export function registerBodies(app: FastifyInstance, { every, bytes, limit }: Pace = PACE) {
  const arriving = new Map<Message, { read: number; since: number; isUpload: boolean; wasSlow: boolean }>()

  app.addHook('onRequest', async ({ raw }) => {
    // What is injected by a test has no connection.
    if (!hasBody(raw) || raw.complete || !(raw.socket instanceof Socket)) return
    const isUpload = raw.headers['content-type']?.startsWith('multipart/') ?? false
    arriving.set(raw, { read: -bytes, since: Date.now(), isUpload, wasSlow: false })
    raw.once('close', () => arriving.delete(raw))
  })

  // Before the answer is sent: behind it, Node would throw away what comes without end.
  app.addHook('onSend', async ({ raw }, { statusCode }) => {
    if (!arriving.has(raw) || raw.complete) return
    let left = statusCode === 413 ? READ_PAST_TOO_LARGE : READ_PAST_MAX
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) raw.socket.destroy()
    })
    raw.resume()
  })

  const look = setInterval(() => {
    for (const [raw, body] of arriving) {
      const { socket } = raw
      // While the server itself does not read on, the sender is not to blame.
      const isSlow = socket.bytesRead - body.read < bytes && !socket.isPaused()
      const hasStopped = isSlow && body.wasSlow
      body.read = socket.bytesRead
      body.wasSlow = isSlow
      if (raw.complete) arriving.delete(raw)
      // One slow look may come just after the server has read on, and before the sender can know.
      else if (hasStopped || (!body.isUpload && Date.now() - body.since > limit)) {
        arriving.delete(raw)
        socket.write(TOO_SLOW)
        socket.destroySoon()
      }
    }
  }, every)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}
