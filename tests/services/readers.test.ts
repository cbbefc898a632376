import { expect, it, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'
import type { ReadersValues } from '../../src/machines/knowledge/change-readers.machine.ts'
import type { QueryCache } from '../../src/services/cache/query-cache.ts'
import { readers } from '../../src/services/contract/operations/readers.ts'
import type { Http } from '../../src/services/http/client.ts'
import { provideChangeReaders } from '../../src/services/knowledge/readers.provide.ts'

it.each([
  [{ of: 'base', id: 'k1' }, readers.set, 'k1'],
  [{ of: 'assistant', id: 'i1' }, readers.setOfAssistant, 'i1'],
  [{ of: 'documents', id: 'k1', document_ids: ['d1'] }, readers.setOfDocuments, 'k1'],
  // [41.1] An empty list of documents is no knowledge base: the server refuses it.
  [{ of: 'documents', id: 'k1', document_ids: [] }, readers.setOfDocuments, 'k1'],
] satisfies [Partial<ReadersValues>, object, string][])(
  'sets who can read %o',
  async (values, operation, id) => {
    const call = vi.fn(async () => ({}))
    const actor = createActor(
      provideChangeReaders({
        http: { call } as unknown as Http,
        cache: { invalidateQueries: async () => {} } as unknown as QueryCache,
      }),
    ).start()
    actor.send({ type: 'form.opened', values })
    actor.send({ type: 'form.submitted' })
    await waitFor(actor, (form) => form.matches('closed'))
    expect(call).toHaveBeenCalledExactlyOnceWith(operation, { id }, expect.anything())
  },
)
