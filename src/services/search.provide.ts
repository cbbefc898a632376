import { fromPromise } from 'xstate'
import { explainPassageMachine } from '../machines/explain-passage/explain-passage.machine.ts'
import { passageSearchMachine, type SearchScope } from '../machines/passage-search/passage-search.machine.ts'
import type { Passage } from './contract/documents.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

export const providePassageSearch = (api: IntegrationsApi) =>
  passageSearchMachine.provide({
    actors: {
      searchPassages: fromPromise(
        ({
          input: { integrationId, query, scope },
          signal,
        }: {
          input: { integrationId: string; query: string; scope: SearchScope }
          signal: AbortSignal
        }) =>
          api.search(
            integrationId,
            { query, knowledge_base_id: scope.knowledgeBaseId, document_id: scope.documentId },
            signal,
          ),
      ),
    },
  })

export const provideExplainPassage = (api: IntegrationsApi, knowledge: KnowledgeApi) =>
  explainPassageMachine.provide({
    actors: {
      loadPassages: fromPromise(
        async ({
          input,
          signal,
        }: {
          input: { documentId: string }
          signal: AbortSignal
        }): Promise<readonly Passage[]> => (await knowledge.text(input.documentId, null, signal)).passages,
      ),
      explain: fromPromise(
        ({
          input: { integrationId, query, passageId },
          signal,
        }: {
          input: { integrationId: string; query: string; passageId: string }
          signal: AbortSignal
        }) => api.explain(integrationId, { query, passage_id: passageId }, signal),
      ),
    },
  })
