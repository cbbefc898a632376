import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lt, notExists } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway, onceDatabaseIsBack } from '../db/errors.ts'
import type { Db, Tx } from '../db/open.ts'
import { idempotencyKeys, processes } from '../db/schema/index.ts'
import { DAY } from '../durations.ts'
import { invalid, refusal } from '../errors.ts'
import type { Processes } from '../processes/processes.ts'
import { say } from '../texts/say.ts'
import { currentCaller, type Write } from './caller.ts'

const KEY_LENGTH_MAX = 200
const PATIENCE = 10_000 // ms that a repeat waits for the first response
const LOOK_EVERY = 50 // ms
/** Longer responses are not stored. */
const BODY_BYTES_MAX = 64 * 1024
const KEPT_FOR = DAY
/** Refusals that pass by themselves: a conflict with something unfinished, and too many requests. */
const PASSING = new Set([409, 429])
const ANSWERED = refusal('answered')
/** Stored in place of a response that is not given again. */
const WITHHELD = { status: String(ANSWERED.status), body: JSON.stringify(ANSWERED.body) }

declare module 'fastify' {
  interface FastifyRequest {
    idempotency: Write | null
  }
  interface FastifyContextConfig {
    /** Its response is shown once: a repeat is refused, and the response is never stored. */
    answersSecret?: boolean
  }
}

/** Deletes expired responses. */
export const sweepIdempotency = (db: Db) =>
  db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, new Date(Date.now() - KEPT_FOR)))

/** A signed-in user's POST with an `Idempotency-Key` has one effect and one response, however often it is sent. */
export function registerIdempotency(app: FastifyInstance, db: Db, { id: processId }: Pick<Processes, 'id'>) {
  app.decorateRequest('idempotency', null)

  /** Keys held by requests of this process, from their look-up until they are settled. */
  const present = new Map<FastifyRequest, string>()
  const isAlone = (name: string) => [...present.values()].filter((one) => one === name).length === 1

  app.addHook('preHandler', async (request, reply) => {
    const write = writeOf(request, processId)
    if (!write) return
    const name = JSON.stringify([write.userId, write.route, write.key])
    present.set(request, name)
    for (const started = Date.now(); Date.now() - started < PATIENCE; await wait(LOOK_EVERY)) {
      const [mine] = await db.insert(idempotencyKeys).values(write).onConflictDoNothing().returning()
      if (mine) {
        request.idempotency = write
        return
      }
      const [earlier] = await db.select().from(idempotencyKeys).where(isSame(write))
      if (earlier?.requestHash && earlier.requestHash !== write.requestHash)
        throw invalid({ 'Idempotency-Key': say('another_request') })
      if (earlier?.status) return answerAgain(reply, Number(earlier.status), earlier.body)
      // Its question is stored: it is not asked again, and its answer is returned once it exists.
      if (earlier?.answerId) {
        request.idempotency = { ...write, answerId: earlier.answerId }
        return
      }
      const hasBegunNothing = and(
        isSame(write),
        isNull(idempotencyKeys.status),
        isNull(idempotencyKeys.answerId),
      )
      // The key was stored while its connection broke, and its request failed: no one here is working on it.
      if (earlier?.processId === processId && isAlone(name)) {
        await db.delete(idempotencyKeys).where(hasBegunNothing)
        continue
      }
      // The process that had begun it is gone.
      const isWorkedOn = db.select().from(processes).where(eq(processes.id, idempotencyKeys.processId))
      await db.delete(idempotencyKeys).where(and(hasBegunNothing, notExists(isWorkedOn)))
    }
    throw refusal('in_progress')
  })

  /** Stores the response under the key, or releases the key so that the write can be retried. */
  const settle = async (request: FastifyRequest, write: Write, status: number, payload: unknown) => {
    // If a question is stored, a repeat finds it by its key, and gets what its sender may read by then.
    const isWithoutQuestion = and(isHeld(write), isNull(idempotencyKeys.answerId))
    const isAnswer = status < 500 && !PASSING.has(status)
    if (isAnswer && (typeof payload === 'string' || payload === null)) {
      const answer = answerToKeep(request, status, payload)
      await db.update(idempotencyKeys).set(answer).where(isWithoutQuestion)
    } else {
      await db.delete(idempotencyKeys).where(isWithoutQuestion)
    }
  }

  let isClosed = false
  app.addHook('onClose', async () => {
    isClosed = true
  })
  app.addHook('onSend', async (request, { statusCode }, payload) => {
    const write = request.idempotency
    if (!write) return void present.delete(request)
    const settled = () => settle(request, write, statusCode, payload)
    try {
      await settled()
      present.delete(request)
    } catch (error) {
      if (!isDatabaseAway(error)) {
        present.delete(request)
        throw error
      }
      // Otherwise the key would be refused as in progress for the lifetime of this process.
      onceDatabaseIsBack(settled, () => isClosed)
        .catch((err: unknown) => request.log.error({ err }, 'an Idempotency-Key was not given back'))
        .finally(() => present.delete(request))
    }
  })
}

function writeOf(request: FastifyRequest, processId: string): Write | null {
  const key = request.headers['idempotency-key']
  if (request.method !== 'POST' || !request.identity || typeof key !== 'string') return null
  if (key.length === 0 || key.length > KEY_LENGTH_MAX) {
    throw invalid({ 'Idempotency-Key': say('key_length', { max: KEY_LENGTH_MAX }) })
  }
  // Files are read later, and could not be compared; the same content is recognized without a key.
  if (request.headers['content-type']?.toLowerCase().startsWith('multipart/'))
    throw invalid({ 'Idempotency-Key': say('not_with_files') })
  const { params, query, body, routeOptions } = request
  // It has no effect, and its response may be closed to a repeat.
  if (routeOptions.config.rules?.may === 'read') return null
  const requestHash = createHash('sha256')
    .update(JSON.stringify([params, query, body]))
    .digest('hex')
  return {
    userId: request.identity.id,
    route: routeOptions.url ?? '',
    key,
    requestHash,
    processId,
    answerId: null,
  }
}

function answerToKeep({ routeOptions }: FastifyRequest, status: number, body: string | null) {
  const isSecret = routeOptions.config.answersSecret && status < 400
  const isLong = Buffer.byteLength(body ?? '') > BODY_BYTES_MAX
  return isSecret || isLong ? WITHHELD : { status: String(status), body }
}

/**
 * Withholds the stored responses of someone whose access ends: they may contain what is now closed to them. Their
 * writes are still not repeated.
 */
export const withholdAnswers = (tx: Tx, userId: string) =>
  tx
    .update(idempotencyKeys)
    .set(WITHHELD)
    .where(and(eq(idempotencyKeys.userId, userId), isNotNull(idempotencyKeys.status)))

/**
 * Records, in the transaction that stores a question, that the current write began its answer.
 * @throws Refusal 409 if a repeat has taken over the key: this process was silent for so long that it looked
 * gone
 */
export const noteAnswer = async (tx: Tx, answerId: string) => {
  const { write } = currentCaller()
  if (!write) return
  const noted = await tx
    .update(idempotencyKeys)
    .set({ answerId })
    .where(and(isHeld(write), write.answerId === null ? isNull(idempotencyKeys.answerId) : undefined))
    .returning({ key: idempotencyKeys.key })
  if (noted.length === 0) throw refusal('in_progress')
}

const isSame = ({ userId, route, key }: Pick<Write, 'userId' | 'route' | 'key'>) =>
  and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.route, route), eq(idempotencyKeys.key, key))

/** The key still belongs to the request that began the write, or to the answer that a repeat continues. */
const isHeld = (write: Write) =>
  and(
    isSame(write),
    write.answerId === null
      ? eq(idempotencyKeys.processId, write.processId)
      : eq(idempotencyKeys.answerId, write.answerId),
  )

// The stored text is the serialized response and is sent unchanged.
const answerAgain = (reply: FastifyReply, status: number, body: string | null) =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('idempotency-replayed', 'true')
    .serializer((text: string) => text)
    .send(body ?? '')
