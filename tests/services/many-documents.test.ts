import { expect, it, onTestFinished, vi } from 'vitest'
import { type AnyActorLogic, createActor } from 'xstate'
import type { WriteServices } from '../../src/services/cache/idempotent-writes.ts'
import { createQueryCache, type QueryCache } from '../../src/services/cache/query-cache.ts'
import type { Http } from '../../src/services/http/client.ts'
import {
  provideDocumentRemoval,
  provideKnowledgeBase,
} from '../../src/services/knowledge/knowledge-base.provide.ts'
import { provideChangeReaders } from '../../src/services/knowledge/readers.provide.ts'

const ids = Array.from({ length: 501 }, (_, at) => `d${at}`)

it.each([
  [
    'enabled',
    (services: WriteServices & { cache: QueryCache }) => {
      const { applyChange } = provideKnowledgeBase(services).implementations.actors as unknown as {
        applyChange: AnyActorLogic
      }
      const change = { ids, action: 'enable' }
      createActor(applyChange, { input: { knowledgeBaseId: 'k1', change } }).start()
    },
  ],
  [
    'removed',
    ({ http, cache }: WriteServices & { cache: QueryCache }) => {
      const actor = createActor(provideDocumentRemoval(http, cache)).start()
      actor.send({ type: 'confirmation.asked', subject: { id: 'k1', name: 'all', parts: ids } })
      actor.send({ type: 'confirmation.given' })
    },
  ],
  [
    'opened to some, for all of them or for none',
    (services: WriteServices & { cache: QueryCache }) => {
      const actor = createActor(provideChangeReaders(services)).start()
      actor.send({ type: 'form.opened', values: { of: 'documents', id: 'k1', document_ids: ids } })
      actor.send({ type: 'form.submitted' })
    },
    [501],
  ],
])('many documents are %s', async (_, change, requests = [500, 1]) => {
  const cache = createQueryCache()
  onTestFinished(() => cache.clear())
  const call = vi.fn(async (_of: object, _id: object, { body }: { body: { ids: string[] } }) => ({
    changed: body.ids.length,
  }))
  const withIdempotencyKey: WriteServices['withIdempotencyKey'] = (_, write) => write('key')
  change({ http: { call } as unknown as Http, cache, refresh: () => {}, withIdempotencyKey })
  await expect.poll(() => call.mock.calls.flatMap(([, , { body }]) => body.ids)).toEqual(ids)
  expect(call.mock.calls.map(([, , { body }]) => body.ids.length)).toEqual(requests)
})
