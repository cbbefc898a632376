import type { FastifyBaseLogger } from 'fastify'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedPost } from '../../kernel/fetching/guarded-post.ts'
import { startFairQueue } from '../../kernel/jobs/fair-queue.ts'
import { DELIVERY_PAUSES } from '../../kernel/jobs/pauses.ts'
import type { Seal } from '../../kernel/secrets.ts'
import { signedHeaders } from './signature.ts'
import type { DeliveryRow, EndpointRow, WebhooksRepository } from './webhooks.repository.ts'

const LOOK_EVERY = 1_000 // ms
const AT_ONCE = 8
/** Deliveries of one organization at once, so that slow receivers do not hold up others. */
const PER_ORGANIZATION_MAX = 2
/** Receivers that do not answer fill no places. */
const LONG = { after: 2_000, max: 32 } // ms

/** Its receiver would have to refuse it. */
const UNSIGNED = {
  isGood: false,
  responseStatus: null,
  responseExcerpt: '',
  error: 'The secret of this webhook cannot be read. Renew it.',
}

type Parts = {
  webhooks: WebhooksRepository
  guarded: GuardedPost
  seal: Seal
  /** An endpoint was turned off because nothing arrives there. */
  notifyDisabled: (endpoint: EndpointRow) => Promise<void>
  log: FastifyBaseLogger
}

/** Sends due deliveries, in every process: each is taken by one. */
export function createDeliverer({ webhooks, guarded, seal, notifyDisabled, log }: Parts) {
  const secretsOf = ({ secret, previousSecret, previousUntil }: EndpointRow) => {
    const isValid = previousSecret !== null && previousUntil !== null && previousUntil > new Date()
    return [secret, ...(isValid ? previousSecret.split(' ') : [])].flatMap(
      (sealed) => seal.open(sealed) ?? [],
    )
  }

  const attempt = async ({ id, body }: DeliveryRow, endpoint: EndpointRow) => {
    const secrets = secretsOf(endpoint)
    if (secrets.length === 0) return UNSIGNED
    try {
      const { status, excerpt } = await guarded.post(endpoint.url, body, signedHeaders(id, body, secrets))
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
    const pause = delivery.type === 'test' ? undefined : DELIVERY_PAUSES[delivery.attempts - 1]
    const outcome = isGood
      ? { status: 'succeeded' as const }
      : pause === undefined
        ? { status: 'failed' as const }
        : { status: 'pending' as const, nextTryAt: new Date(Date.now() + pause) }
    const turnedOff = await webhooks.settle(delivery, { ...result, ...outcome })
    if (turnedOff) await notifyDisabled(turnedOff)
  }

  const queue = startFairQueue({
    places: AT_ONCE,
    perGroup: PER_ORGANIZATION_MAX,
    long: LONG,
    pollEvery: LOOK_EVERY,
    groups: webhooks.waitingOrganizations,
    claim: webhooks.take,
    work: deliver,
    log,
  })
  // Unfinished deliveries are taken up by another process, or at the next start.
  return { close: () => queue.stop(guarded.close) }
}
