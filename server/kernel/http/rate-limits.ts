import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Counts } from '../counting.ts'
import { MINUTE } from '../durations.ts'
import { tooManyRequests } from '../errors.ts'
import { digestOf } from '../secrets.ts'
import { isApi } from './security.ts'

const PER_USER = 1200 // a minute
/** A minute, before log-in: an office may share one address. */
export const PER_ADDRESS = 300

/** The plugin's store; each limiter counts separately, under a number that is the same in every process. */
const storeOf = (counts: Counts): FastifyRateLimitStoreCtor => {
  let limiters = 0
  return class Store implements FastifyRateLimitStore {
    readonly #number = limiters++
    incr: FastifyRateLimitStore['incr'] = (key, tell, window) => {
      // Keys contain addresses and emails, which are not stored for this.
      counts.add(digestOf(`${this.#number} ${key}`), window).then(
        (counted) => tell(null, counted),
        (error: Error) => tell(error),
      )
    }
    child = () => new Store()
  }
}

/** By API key, user or provider, else by address (IPv6: by its /64). */
export async function registerRateLimits(app: FastifyInstance, config: Config, counts: Counts) {
  await app.register(rateLimit, {
    store: storeOf(counts),
    timeWindow: MINUTE,
    max: ({ identity, provisioner }) => (identity || provisioner ? PER_USER : PER_ADDRESS),
    // A person's own keys count apart from each other and from the person's browser.
    keyGenerator: (request) =>
      request.apiKey?.id ?? request.identity?.id ?? request.provisioner?.id ?? networkOf(request),
    allowList: (request) => !config.rateLimits || !isApi(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  })
}

/** Refuses a key's `max + 1`st call within `minutes`. */
export function limited(app: FastifyInstance, config: Config, key: (request: FastifyRequest) => string) {
  return (max: number, minutes: number) => {
    const check = app.createRateLimit({
      max,
      timeWindow: minutes * MINUTE,
      keyGenerator: key,
      allowList: () => !config.rateLimits,
    })
    return async (request: FastifyRequest) => {
      const outcome = await check(request)
      if (!outcome.isAllowed && outcome.isExceeded) throw tooManyRequests(outcome.ttlInSeconds)
    }
  }
}

/** The holder of one address of a /64 has all of them. */
export function networkOf({ ip }: FastifyRequest): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const zeros = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(zeros).fill('0')].slice(0, 4).join(':')
}
