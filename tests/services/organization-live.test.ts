import { QueryClient, QueryObserver } from '@tanstack/query-core'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import type { ResourceQuery } from '../../src/machines/shell/resource/resource.types.ts'
import { createQueryCache, keyOf } from '../../src/services/cache/query-cache.ts'
import type { OrganizationMessage } from '../../src/services/contract/sockets.ts'
import { provideOrganizationLive } from '../../src/services/organizations/organization-live.provide.ts'
import { listener, standIn } from '../harness/system.ts'

it('[S9.6] [S7.32] the socket of the organization is kept alive, with ten minutes', () => {
  const scope = listener()
  const joined: unknown[] = []
  standIn(scope, 'connections', ({ line }) => joined.push(line))
  const input = { organizationId: 'o-1' }
  createActor(provideOrganizationLive(new QueryClient()), { parent: scope, input }).start()
  expect(joined).toEqual([
    { name: 'organization:o-1', path: '/api/ws/organizations/o-1', idleAfter: 600_000, keepAlive: true },
  ])
})

const LOST = { type: 'live.lost' } as const
const OPENED = { type: 'live.opened' } as const

it.each([
  { name: 'it opened at once', heard: [OPENED], reads: 0 },
  { name: 'the first try failed', heard: [LOST, OPENED], reads: 1 },
  { name: 'it was lost twice', heard: [OPENED, LOST, OPENED, LOST, OPENED], reads: 2 },
])('[S9.6] what may have changed while nobody listened is read again: $name', ({ heard, reads }) => {
  const cache = new QueryClient()
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  const scope = listener()
  for (const name of ['connections', 'notifications'] as const) standIn(scope, name, () => {})
  // The person's role may be another, too.
  const organizations: unknown[] = []
  standIn(scope, 'organizations', (event) => organizations.push(event))
  const input = { organizationId: 'o-1' }
  const live = createActor(provideOrganizationLive(cache), { parent: scope, input }).start()
  for (const event of heard) live.send(event)
  const outdated = [['org', 'o-1'], ['me'], ['system']].map((queryKey) => [{ queryKey }])
  expect(invalidate.mock.calls).toEqual(Array.from({ length: reads }, () => outdated).flat())
  expect(organizations).toHaveLength(reads)
})

/** The names of what is read again at once when a message arrives. */
const readAgainBy = async (message: OrganizationMessage, queries: readonly ResourceQuery[]) => {
  const cache = createQueryCache()
  const scope = listener()
  for (const name of ['connections', 'notifications', 'organizations'] as const)
    standIn(scope, name, () => {})
  const read: string[] = []
  for (const query of queries) {
    const queryFn = async () => read.push(query.name)
    onTestFinished(new QueryObserver(cache, { queryKey: keyOf(query), queryFn }).subscribe(() => {}))
  }
  await expect.poll(() => read).toHaveLength(queries.length)
  read.length = 0
  const input = { organizationId: 'o-1' }
  const live = createActor(provideOrganizationLive(cache), { parent: scope, input }).start()
  live.send({ type: 'live.received', message })
  await Promise.resolve()
  return read
}

it('the versions of an assistant are read again with it when a colleague publishes one', async () => {
  const of = { organizationId: 'o-1', id: 'i-1' }
  const message = { type: 'integration_update', data: { id: 'i-1' } } as const
  const queries = [
    { name: 'integration', of },
    { name: 'integrationVersions', of },
  ] as const
  expect(await readAgainBy(message, queries)).toEqual(['integration', 'integrationVersions'])
})
