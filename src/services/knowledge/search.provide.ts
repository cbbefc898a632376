import { fromPromise } from 'xstate'
import { explainPassageMachine } from '../../machines/knowledge/explain-passage.machine.ts'
import { passageSearchMachine } from '../../machines/knowledge/passage-search.machine.ts'
import type { Passage } from '../contract/documents.ts'
import { asking } from '../contract/operations/asking.ts'
import { passages } from '../contract/operations/passages.ts'
import type { Http } from '../http/client.ts'

export const providePassageSearch = (http: Http) =>
  passageSearchMachine.provide({
    actors: {
      searchPassages: fromPromise(({ input: { integrationId, query, scope }, signal }) =>
        http.call(
          asking.search,
          { id: integrationId },
          {
            body: { query, knowledge_base_id: scope.knowledgeBaseId, document_id: scope.documentId },
            signal,
          },
        ),
      ),
    },
  })

export const provideExplainPassage = (http: Http) =>
  explainPassageMachine.provide({
    actors: {
      loadPassages: fromPromise(
        async ({ input, signal }): Promise<readonly Passage[]> =>
          (
            await http.call(
              passages.ofDocument,
              { id: input.documentId },
              { query: { passage: null }, signal },
            )
          ).passages,
      ),
      explain: fromPromise(({ input: { integrationId, query, passageId }, signal }) =>
        http.call(asking.explain, { id: integrationId }, { body: { query, passage_id: passageId }, signal }),
      ),
    },
  })
