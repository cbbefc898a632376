import { Redis } from 'ioredis'
import type { Counts } from './counts.ts'

const PREFIX = 'lectern:rate:'
const ANSWERED_WITHIN = 500 // ms: a request waits for it

// Atomic: a key that is counted but never expires would refuse its caller forever.
const ADD = `
local current = redis.call('incrby', KEYS[1], ARGV[2])
if redis.call('pttl', KEYS[1]) < 0 then redis.call('pexpire', KEYS[1], ARGV[1]) end
return { current, redis.call('pttl', KEYS[1]) }`

/** In Redis, for all processes. Its client reconnects by itself; until then, each call fails at once. */
export const createRedisCounts = (url: string): Counts => {
  const redis = new Redis(url, {
    commandTimeout: ANSWERED_WITHIN,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  })
  // Failing calls report a lost connection.
  redis.on('error', () => {})
  return {
    async add(key, window, by = 1) {
      const [current, ttl] = (await redis.eval(ADD, 1, `${PREFIX}${key}`, window, by)) as [number, number]
      return { current, ttl }
    },
    close: async () => redis.disconnect(),
  }
}
