import { QueryObserver } from '@tanstack/query-core'
import { expect, it, onTestFinished } from 'vitest'
import { createActor, type PromiseActorLogic, toPromise } from 'xstate'
import type { ProfileApi } from '../../src/services/accounts/accounts-api.ts'
import { provideProfile } from '../../src/services/accounts/profile.provide.ts'
import { createQueryCache } from '../../src/services/cache/query-cache.ts'
import type { Http } from '../../src/services/http/client.ts'

it('[S2.16] a saved profile is kept when an answer arrives that was asked for before', async () => {
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  let answer = (_: object) => {}
  const observer = new QueryObserver(cache, {
    queryKey: ['me', {}],
    queryFn: () => new Promise<object>((resolve) => (answer = resolve)),
  })
  onTestFinished(observer.subscribe(() => {}))
  const saved = { first_name: 'Ada', last_name: 'Byron' }
  const api = { change: async () => saved } as unknown as ProfileApi
  const { save } = provideProfile({} as Http, api, cache).profile.implementations.actors as unknown as Record<
    'save',
    PromiseActorLogic<unknown, object>
  >
  const saving = createActor(save, { input: { id: 'u1', changes: { last_name: 'Byron' } } }).start()
  await toPromise(saving)
  answer({ first_name: 'Ada', last_name: 'Lovelace' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(cache.getQueryData(['me', {}])).toEqual(saved)
})
