import { fromPromise } from 'xstate'
import { type IndexDecision, reindexMachine, type WantedIndex } from '../machines/reindex/reindex.machine.ts'
import {
  type RetrievalValues,
  retrievalSettingsMachine,
  retrievalSettingsOf,
  retrievalValuesOf,
} from '../machines/retrieval-settings/retrieval-settings.machine.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Services {
  api: KnowledgeApi
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

export const provideReindex = ({ api, withIdempotencyKey, refresh }: Services) =>
  reindexMachine.provide({
    actors: {
      start: fromPromise(({ input }: { input: WantedIndex }) => {
        const { knowledgeBaseId, ...wanted } = input
        return withIdempotencyKey({ createIndex: input }, (key) =>
          api.createIndex(knowledgeBaseId, wanted, key),
        )
      }),
      decide: fromPromise(({ input: { id, decision } }: { input: { id: string; decision: IndexDecision } }) =>
        api.decideIndex(id, decision),
      ),
    },
    actions: { refreshIndexes: refresh },
  })

/** Settings are sent as a whole; what needs other passages holds once these are made. */
export const provideRetrievalSettings = ({ api, refresh }: Pick<Services, 'api' | 'refresh'>) =>
  retrievalSettingsMachine.provide({
    actors: {
      save: fromPromise<RetrievalValues, { id: string; changes: Partial<RetrievalValues> }>(
        async ({ input: { id, changes }, signal }) => {
          const { settings } = await api.get(id, signal)
          const saved = await api.change(id, {
            settings: retrievalSettingsOf({ ...retrievalValuesOf(settings), ...changes }),
          })
          refresh()
          return retrievalValuesOf(saved.settings)
        },
      ),
    },
  })
