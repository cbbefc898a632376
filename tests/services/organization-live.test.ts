import { QueryClient } from '@tanstack/query-core'
import { expect, it } from 'vitest'
import { createActor } from 'xstate'
import { provideOrganizationLive } from '../../src/services/organization-live.provide.ts'
import { listener, standIn } from '../harness/system.ts'

it('[S9.6] [S7.32] the socket of the organization is kept alive, with ten minutes', () => {
  const scope = listener()
  const joined: unknown[] = []
  standIn(scope, 'connections', ({ line }) => joined.push(line))
  const input = { organizationId: 'o-1' }
  createActor(provideOrganizationLive(new QueryClient()), { parent: scope, input }).start()
  expect(joined).toEqual([
    { name: 'organization', path: '/api/ws/organizations/o-1', idleAfter: 600_000, keepAlive: true },
  ])
})
