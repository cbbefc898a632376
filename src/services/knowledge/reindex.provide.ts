import { fromPromise } from 'xstate'
import {
  type IndexDecision,
  reindexMachine,
  type WantedIndex,
} from '../../machines/knowledge/reindex.machine.ts'
import {
  type RetrievalValues,
  retrievalSettingsMachine,
  retrievalSettingsOf,
  retrievalValuesOf,
} from '../../machines/knowledge/retrieval-settings.machine.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import { indexes } from '../contract/operations/indexes.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import type { Http } from '../http/client.ts'

interface Services {
  http: Http
  withIdempotencyKey: IdempotentWrites
  /** Refetches the organization's lists. */
  refresh: () => void
}

export const provideReindex = ({ http, withIdempotencyKey, refresh }: Services) =>
  reindexMachine.provide({
    actors: {
      start: fromPromise(({ input }: { input: WantedIndex }) => {
        const { knowledgeBaseId, ...wanted } = input
        return withIdempotencyKey({ createIndex: input }, (key) =>
          http.call(indexes.create, { id: knowledgeBaseId }, { body: wanted, idempotencyKey: key }),
        )
      }),
      decide: fromPromise(({ input: { id, decision } }: { input: { id: string; decision: IndexDecision } }) =>
        http.call(indexes[decision], { id }),
      ),
    },
    actions: { refreshIndexes: refresh },
  })

/** Settings that need other passages apply once these are built. */
export const provideRetrievalSettings = ({ http, refresh }: Pick<Services, 'http' | 'refresh'>) =>
  retrievalSettingsMachine.provide({
    actors: {
      save: fromPromise<RetrievalValues, { id: string; changes: Partial<RetrievalValues> }>(
        async ({ input: { id, changes } }) => {
          const saved = await http.call(
            knowledgeBases.change,
            { id },
            { body: { settings: retrievalSettingsOf(changes) } },
          )
          refresh()
          return retrievalValuesOf(saved.settings)
        },
      ),
    },
  })
