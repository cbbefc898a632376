import { expect, it } from 'vitest'
import type { GuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'
import { createConnections } from '../../../server/knowledge/connectors/connections.ts'
import { CONNECTORS } from '../../../server/knowledge/connectors/connectors.ts'
import { createHostTurns } from '../../../server/knowledge/crawling/host-turns.ts'

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
