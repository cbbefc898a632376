import type { FastifyBaseLogger } from 'fastify'
import type { Seal } from '../accounts/sealed.ts'
import { FetchFailure } from '../fetching/fetch-failure.ts'
import type { GuardedPost } from '../fetching/guarded-post.ts'
import { signedHeaders } from './signature.ts'
import type { DeliveryRow, EndpointRow, WebhooksRepository } from './webhooks.repository.ts'

const LOOK_EVERY = 1_000 // ms
const AT_ONCE = 8
/** Of one organization: whose receivers are slow leaves the others their turn. */
const AT_ONCE_OF_ONE = 2
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
/** The pause after each attempt; after the last one the delivery has failed. */
const PAUSES = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR]

type Parts = {
  webhooks: WebhooksRepository
  guarded: GuardedPost
  seal: Seal
  /** An endpoint was turned off, since nothing arrives there. */
  tellOff: (endpoint: EndpointRow) => Promise<void>
  log: FastifyBaseLogger
}

/** Sends what is due, in every process: each takes what no other has taken. */
export function createDeliverer({ webhooks, guarded, seal, tellOff, log }: Parts) {
  const secretsOf = ({ secret, previousSecret, previousUntil }: EndpointRow) => {
    const isValid = previousSecret !== null && previousUntil !== null && previousUntil > new Date()
    return [secret, ...(isValid ? [previousSecret] : [])].flatMap((sealed) => seal.open(sealed) ?? [])
  }

  const attempt = async ({ id, body }: DeliveryRow, endpoint: EndpointRow) => {
    try {
      const { status, excerpt } = await guarded.post(
        endpoint.url,
        body,
        signedHeaders(id, body, secretsOf(endpoint)),
      )
      return {
        isGood: status >= 200 && status < 300,
        responseStatus: status,
        responseExcerpt: excerpt,
        error: '',
      }
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error
      return { isGood: false, responseStatus: null, responseExcerpt: '', error: error.reason.message }
    }
  }

  const deliver = async ({ delivery, endpoint }: { delivery: DeliveryRow; endpoint: EndpointRow }) => {
    const { isGood, ...result } = await attempt(delivery, endpoint)
    const pause = delivery.type === 'test' ? undefined : PAUSES[delivery.attempts - 1]
    const outcome = isGood
      ? { status: 'succeeded' as const }
      : pause === undefined
        ? { status: 'failed' as const }
        : { status: 'pending' as const, nextTryAt: new Date(Date.now() + pause) }
    const turnedOff = await webhooks.settle(delivery, { ...result, ...outcome })
    if (!turnedOff) return
    await webhooks.giveUp(turnedOff.id)
    await tellOff(turnedOff)
  }

  const running = new Set<Promise<void>>()
  /** Organization → deliveries of it that are under way. */
  const underWay = new Map<string, number>()
  const count = (organizationId: string, by: number) => {
    const left = (underWay.get(organizationId) ?? 0) + by
    if (left > 0) underWay.set(organizationId, left)
    else underWay.delete(organizationId)
  }
  /** Those first of which nothing is under way. */
  const next = async () => {
    const full = [...underWay].filter(([, count]) => count >= AT_ONCE_OF_ONE).map(([id]) => id)
    return (
      (await webhooks.take([...underWay.keys()])) ??
      (underWay.size > full.length ? webhooks.take(full) : null)
    )
  }
  let isClosed = false
  let looking: Promise<void> | null = null

  const look = async () => {
    while (!isClosed && running.size < AT_ONCE) {
      const taken = await next()
      if (!taken) return
      const { organizationId } = taken.endpoint
      count(organizationId, 1)
      const run = deliver(taken)
        .catch((error: unknown) => log.warn({ err: error }, 'a webhook was not delivered'))
        .finally(() => {
          running.delete(run)
          count(organizationId, -1)
          lookAgain()
        })
      running.add(run)
    }
  }
  const lookAgain = () => {
    if (isClosed) return
    looking ??= look()
      .catch((error: unknown) => log.warn({ err: error }, 'webhooks that are due were not looked for'))
      .finally(() => {
        looking = null
      })
  }
  const timer = setInterval(lookAgain, LOOK_EVERY)

  return {
    async close() {
      isClosed = true
      clearInterval(timer)
      await looking
      // What hangs is taken up again by another process, or at the next start.
      await guarded.close()
      await Promise.all(running)
    },
  }
}
