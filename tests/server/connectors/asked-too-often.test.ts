import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createServiceHttp } from '../../../server/knowledge/connectors/service-http.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'

const ADDRESS = 'https://service.example/item'
const { signal } = new AbortController()

/** Asks a service that always answers so: the failure, and the pauses that were waited for. */
const askedOf = async (status: number, body: string, headers: Record<string, string> = {}) => {
  let now = 0
  const pauses: number[] = []
  const waitFor = async (ms: number) => {
    now += ms
    pauses.push(ms)
  }
  const http = createServiceHttp({
    fetch: async () => new Response(body, { status, headers }),
    turns: createHostTurns({ waitFor, now: () => now }),
    credential: 'test',
    signal,
  })
  const failure = await http.send(ADDRESS).catch((error: unknown) => error)
  return { failure, pauses }
}

const secondary = '{"message":"You have exceeded a secondary rate limit. Please wait a few minutes."}'
const abuse = '{"message":"You have triggered an abuse detection mechanism."}'
const google = (reason: string) => `{"error": {"errors": [{"domain": "usageLimits", "reason": "${reason}"}]}}`
const amazon = '<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>'

it.each([
  ['GitHub, for bursts', 403, secondary, 60_000],
  ['GitHub, for bursts, by the status for that', 429, secondary, 60_000],
  ['GitHub, in its former words', 403, abuse, 60_000],
  ['Google, per minute', 403, google('userRateLimitExceeded'), 5_000],
  ['Amazon', 503, amazon, 5_000],
])('waits if it asks too often at %s', async (_, status, body, pause) => {
  const { failure, pauses } = await askedOf(status, body, { 'x-ratelimit-remaining': '4200' })
  expect(failure).toMatchObject({ reason: { code: 'service_busy' }, status, retryAfter: pause })
  expect(pauses).toEqual([pause, pause, pause, pause])
})

it.each(['dailyLimitExceeded', 'quotaExceeded'])('comes back later if Google says %s', async (reason) => {
  const { failure, pauses } = await askedOf(403, google(reason))
  expect(failure).toMatchObject({ reason: { code: 'service_busy' }, retryAfter: 3_600_000 })
  expect(pauses).toEqual([])
})

it('takes every other refusal for one of the token', async () => {
  const { failure } = await askedOf(403, '{"message":"Resource not accessible by personal access token"}')
  expect(failure).toMatchObject({ reason: { code: 'token_refused' }, retryAfter: null })
})

it('keeps nobody who is no longer wanted in the queue of a host, and gives the turn to the next', async () => {
  const turns = createHostTurns()
  const running = Promise.withResolvers<void>()
  const unwanted = new AbortController()
  const first = turns.run('host', { delay: 1 }, () => running.promise)
  const waiting = turns.run('host', { delay: 1, signal: unwanted.signal }, async () => 'waited')
  const next = turns.run('host', { delay: 1 }, async () => 'next')
  unwanted.abort(new Error('called off'))
  const ended = waiting.catch(({ message }: Error) => message)
  expect(await Promise.race([ended, setImmediate('waits')])).toBe('called off')
  const late = turns.run('host', { delay: 1, signal: unwanted.signal }, async () => 'late')
  await expect(late).rejects.toThrow('called off')
  running.resolve()
  await first
  expect(await next).toBe('next')
})
