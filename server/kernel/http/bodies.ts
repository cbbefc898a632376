import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { GROUP_MEMBERS_MAX } from '../../../src/services/contract/groups.ts'
import { invalid } from '../errors.ts'
import { say } from '../texts/say.ts'

type Message = FastifyRequest['raw']
type Pace = {
  /** ms between two checks */
  every: number
  /** Bytes that must arrive in between. */
  bytes: number
  /** ms for a whole body that is not an upload */
  limit: number
}

type Arriving = { read: number; since: number; isUpload: boolean; wasSlow: boolean; isAnswered: boolean }

const PACE: Pace = { every: 10_000, bytes: 8 * 1024, limit: 30_000 }
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

/**
 * A client that is answered early reads the response only after sending its body: this much of it is read and
 * discarded.
 */
const READ_PAST_MAX = 32 * 1024 * 1024
const READ_PAST_TOO_LARGE = 1024 * 1024
/** ms to read the response: a client that is still sending loses it when the connection is reset. */
const TO_READ_RESPONSE = 2_000

const hasBody = ({ headers }: Message) =>
  'transfer-encoding' in headers || Number(headers['content-length']) > 0

/** Closes the connection once the request and its response have ended, and not before. */
const closeAfter = (request: Message, response: FastifyReply['raw']) => {
  response.shouldKeepAlive = true
  const close = () => {
    if (request.complete && response.writableFinished) request.socket.end()
  }
  request.once('end', close)
  response.once('finish', close)
}

/**
 * Closes connections whose bodies barely arrive, because each would hold a socket and a file, and those whose
 * bodies do not end although the request was answered.
 */
export function registerBodies(app: FastifyInstance, { every, bytes, limit }: Pace = PACE) {
  const arriving = new Map<Message, Arriving>()

  app.addHook('onRequest', async ({ raw }) => {
    // Requests injected by a test have no connection.
    if (!hasBody(raw) || raw.complete || !(raw.socket instanceof Socket)) return
    const isUpload = raw.headers['content-type']?.startsWith('multipart/') ?? false
    arriving.set(raw, { read: -bytes, since: Date.now(), isUpload, wasSlow: false, isAnswered: false })
    raw.once('close', () => arriving.delete(raw))
  })

  // Before the response is sent: afterwards Node would discard endless input.
  app.addHook('onSend', async ({ raw }, reply) => {
    const body = arriving.get(raw)
    if (!body || raw.complete) return
    body.isAnswered = true
    // Fastify closes the connection where a body is too large, some clients ask for it, and Node would do so at once.
    reply.removeHeader('connection')
    if (!reply.raw.shouldKeepAlive) closeAfter(raw, reply.raw)
    let left = reply.statusCode === 413 ? READ_PAST_TOO_LARGE : READ_PAST_MAX
    raw.unpipe()
    raw.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left >= 0) return
      raw.pause()
      setTimeout(() => raw.socket.destroy(), TO_READ_RESPONSE).unref()
    })
    raw.resume()
  })

  const look = setInterval(() => {
    for (const [raw, body] of arriving) {
      const { socket } = raw
      // While the server itself is not reading, the sender is not to blame.
      const isSlow = socket.bytesRead - body.read < bytes && !socket.isPaused()
      const hasStopped = isSlow && body.wasSlow
      body.read = socket.bytesRead
      body.wasSlow = isSlow
      if (raw.complete) arriving.delete(raw)
      // One slow check may follow just after the server resumed reading, before the sender can know.
      else if (hasStopped || (!body.isUpload && Date.now() - body.since > limit)) {
        arriving.delete(raw)
        if (!body.isAnswered) socket.write(TOO_SLOW)
        socket.destroySoon()
      }
    }
  }, every)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}

/** No body in the contract is deeper, and no list is longer. */
const DEPTH_MAX = 16
export const ENTRIES_MAX = GROUP_MEMBERS_MAX

/** Refuses deep and long bodies before the schemas check their parts. */
export function registerJsonLimits(app: FastifyInstance) {
  app.addHook('preValidation', async ({ body }) => {
    if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body)) refuseLarge(body)
  })
}

type Part = { value: object; field: string; depth: number }

/** @throws Refusal 422 that names the field that is too deep or too long */
function refuseLarge(body: object) {
  const parts: Part[] = [{ value: body, field: 'body', depth: 1 }]
  for (let part = parts.pop(); part; part = parts.pop()) {
    const { value, field, depth } = part
    if (depth > DEPTH_MAX) throw invalid({ [field]: say('too_deep') })
    const keys = Object.keys(value)
    if (keys.length > ENTRIES_MAX) throw invalid({ [field]: say('too_many_entries', { max: ENTRIES_MAX }) })
    for (const key of keys) {
      const inner = (value as Record<string, unknown>)[key]
      const name = depth === 1 && !Array.isArray(body) ? key : field
      if (typeof inner === 'object' && inner !== null)
        parts.push({ value: inner, field: name, depth: depth + 1 })
    }
  }
}

/** Reads JSON. An empty body is none: many clients name this type in every request. */
export function takeJson(app: FastifyInstance, type: string) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser(type, { parseAs: 'string' }, (request, body: string, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

/** Gives a plugin's routes JSON as it was sent, for a signature over it. */
export function takeRawJson(app: FastifyInstance, bodyLimit: number) {
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer', bodyLimit }, (_request, body, done) =>
    done(null, body),
  )
}
