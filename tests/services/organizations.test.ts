import { QueryObserver } from '@tanstack/query-core'
import { expect, it, vi } from 'vitest'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import { provideOrganizations } from '../../src/services/organizations/organizations.provide.ts'

it('[S9.3] what was on the screen of an organization is read again when the person is back in it', async () => {
  const cache = createQueryCache()
  const machine = provideOrganizations({ cache } as unknown as Parameters<typeof provideOrganizations>[0])
  const queryFn = vi.fn(async () => 'assistants')
  const look = () =>
    new QueryObserver(cache, { queryKey: ['org', 'o1', 'integrations'], queryFn }).subscribe(() => {})
  const leave = look()
  await expect.poll(() => cache.isFetching()).toBe(0)
  const { forgetOrganizationData } = machine.implementations.actions as Record<string, () => void>
  forgetOrganizationData!()
  leave()
  look()()
  expect(queryFn).toHaveBeenCalledTimes(2)
})
