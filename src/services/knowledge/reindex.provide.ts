import { fromPromise } from 'xstate'
import { reindexMachine } from '../../machines/knowledge/reindex.machine.ts'
import {
  retrievalSettingsMachine,
  retrievalSettingsOf,
  retrievalValuesOf,
} from '../../machines/knowledge/retrieval-settings.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { indexes } from '../contract/operations/indexes.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import { provideRecord } from '../shared/changes.provide.ts'

export const provideReindex = ({ http, withIdempotencyKey, refresh }: WriteServices) =>
  reindexMachine.provide({
    actors: {
      start: fromPromise(({ input }) => {
        const { knowledgeBaseId, ...wanted } = input
        return withIdempotencyKey({ createIndex: input }, (key) =>
          http.call(indexes.create, { id: knowledgeBaseId }, { body: wanted, idempotencyKey: key }),
        )
      }),
      decide: fromPromise(({ input: { id, decision } }) => http.call(indexes[decision], { id })),
    },
    actions: { refreshIndexes: refresh },
  })

/** Settings that need other passages apply once these are built. */
export const provideRetrievalSettings = ({ http, refresh }: Pick<WriteServices, 'http' | 'refresh'>) =>
  provideRecord(retrievalSettingsMachine, async (id, changes) => {
    const body = { settings: retrievalSettingsOf(changes) }
    const saved = await http.call(knowledgeBases.change, { id }, { body })
    refresh()
    return retrievalValuesOf(saved.settings)
  })
