import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { tooManyRequests } from '../errors.ts'
import { isApi } from './security.ts'

const MINUTE = 60_000
const PER_USER = 1200 // a minute
/** A minute, for those who are nobody yet: an office may share one. */
export const PER_ADDRESS = 300

/** By user, else by address, an IPv6 one by its /64. Counted in memory, so by process. */
export async function registerRateLimits(app: FastifyInstance, config: Config) {
  await app.register(rateLimit, {
    timeWindow: MINUTE,
    max: (request) => (request.identity ? PER_USER : PER_ADDRESS),
    keyGenerator: (request) => request.identity?.id ?? networkOf(request),
    allowList: (request) => !config.rateLimits || !isApi(request.routeOptions.url ?? ''),
    errorResponseBuilder: (_request, { ttl }) => tooManyRequests(Math.ceil(ttl / 1000)),
  })
}

/** Refuses the `max + 1`st call within `minutes` of one key. */
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

/** Who has one address of a /64 has all of them. */
export function networkOf({ ip }: FastifyRequest): string {
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip
  const [head = '', tail = ''] = ip.split('::')
  const groups = head.split(':').filter(Boolean)
  const zeros = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array(zeros).fill('0')].slice(0, 4).join(':')
}
