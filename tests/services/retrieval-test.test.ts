import { expect, it, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import { createQueryCache, keyOf } from '../../src/services/cache/query-cache.ts'
import { knowledgeBases } from '../../src/services/contract/operations/knowledge-bases.ts'
import type { Http } from '../../src/services/http/client.ts'
import {
  provideRetrievalTest,
  provideRetrievalTestLive,
} from '../../src/services/knowledge/golden.provide.ts'
import { listener, standIn } from '../harness/system.ts'

it('[S2.12] sends the changed settings alone, so that those of others stay', () => {
  const call = vi.fn(async () => ({}))
  const http = { call } as unknown as Http
  const { applySettings } = provideRetrievalTest({ http, refresh: () => {} }).implementations
    .actors as unknown as { applySettings: AnyActorLogic }
  const input = { knowledgeBaseId: 'k1', changes: { mode: 'keywords' } }
  createActor(applySettings, { input }).start()
  const body = { settings: { mode: 'keywords' } }
  expect(call.mock.calls).toEqual([[knowledgeBases.change, { id: 'k1' }, { body }]])
})

it('[S2.12] rereads the knowledge base when someone changes it, and no other', () => {
  const cache = createQueryCache()
  const invalidate = vi.spyOn(cache, 'invalidateQueries')
  const scope = listener()
  standIn(scope, 'connections', () => {})
  const input = { organizationId: 'o1', knowledgeBaseId: 'k1' }
  const live = createActor(provideRetrievalTestLive(cache), { parent: scope, input }).start()
  for (const id of ['k2', 'k1'])
    live.send({ type: 'live.received', message: { type: 'knowledge_base_update', data: { id } } })
  const queryKey = keyOf({ name: 'knowledgeBase', of: { organizationId: 'o1', id: 'k1' } })
  expect(invalidate.mock.calls).toEqual([[{ queryKey }]])
})
