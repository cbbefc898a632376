import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { GuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'
import { createConnections } from '../../../server/knowledge/connectors/connections.ts'
import { CONNECTORS } from '../../../server/knowledge/connectors/connectors.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'
import { serviceHttp } from './test-service.ts'

const ADDRESS = 'https://service.example/item'

/** Asks a service that always answers so: the failure, and the pauses that were waited for. */
const askedOf = async (status: number, body: string, headers: Record<string, string> = {}) => {
  let now = 0
  const pauses: number[] = []
  const waitFor = async (ms: number) => {
    now += ms
    pauses.push(ms)
  }
  const http = serviceHttp({
    fetch: async () => new Response(body, { status, headers }),
    turns: createHostTurns({ waitFor, now: () => now }),
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

const { signal } = new AbortController()

it('a token that has reached its limit makes no other one wait at the same service', async () => {
  let now = 0
  const pauses: number[] = []
  const asked: string[] = []
  const waitFor = async (ms: number) => {
    pauses.push(ms)
    // Another organization asks in the meantime.
    if (pauses.length === 1) await ask('theirs')
    now += ms
  }
  const fetch = async (_: string, { headers }: { headers: Record<string, string> }) => {
    asked.push(headers.authorization!)
    return asked.length === 1
      ? new Response('', { status: 429, headers: { 'retry-after': '4' } })
      : Response.json([])
  }
  const connections = createConnections({
    kinds: CONNECTORS,
    guarded: { fetch, servers: {} } as unknown as GuardedHttp,
    turns: createHostTurns({ waitFor, now: () => now }),
    seal: { open: (sealed) => sealed, close: (text) => text },
  })
  const ask = async (token: string) => {
    const stored = { url: 'https://github.com', settings: {}, secrets: JSON.stringify({ token }) }
    await connections.connect('github', stored, signal).choices()[Symbol.asyncIterator]().next()
  }
  await ask('ours')
  expect(asked).toEqual(['Bearer ours', 'Bearer theirs', 'Bearer ours'])
  expect(pauses).toEqual([4_000])
})
