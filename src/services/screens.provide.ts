import { fromPromise } from 'xstate'
import { confirmationMachine, type Subject } from '../machines/confirmation/confirmation.machine.ts'
import {
  createIntegrationMachine,
  type IntegrationValues,
} from '../machines/create-integration/create-integration.machine.ts'
import {
  createKnowledgeBaseMachine,
  type KnowledgeBaseValues,
} from '../machines/create-knowledge-base/create-knowledge-base.machine.ts'
import { explainPassageMachine } from '../machines/explain-passage/explain-passage.machine.ts'
import { passageSearchMachine, type SearchScope } from '../machines/passage-search/passage-search.machine.ts'
import { readerMachine } from '../machines/reader/reader.machine.ts'
import type { InSystem } from '../machines/system.ts'
import type { Passage } from './contract/documents.ts'
import { goTo } from './go-to.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { Intents } from './intents.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Services<Api> {
  api: Api
  once: Intents
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

export const provideCreateKnowledgeBase = ({ api, once, refresh }: Services<KnowledgeApi>) =>
  createKnowledgeBaseMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: KnowledgeBaseValues } }) => {
        const { organization_id, ...knowledgeBase } = values
        return once({ createKnowledgeBase: values }, (key) => api.create(organization_id, knowledgeBase, key))
      }),
    },
    actions: {
      finish: (scope, { output }) => {
        refresh()
        goTo(scope, `/knowledge-bases/${output.id}`)
      },
    },
  })

export const provideCreateIntegration = ({ api, once, refresh }: Services<IntegrationsApi>) =>
  createIntegrationMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: IntegrationValues } }) => {
        const { organization_id, knowledge_base_ids, ...integration } = values
        return once({ createIntegration: values }, (key) =>
          api.create(organization_id, { ...integration, knowledge_base_ids: [...knowledge_base_ids] }, key),
        )
      }),
    },
    actions: {
      finish: (scope, { output }) => {
        refresh()
        goTo(scope, `/integrations/${output.id}`)
      },
    },
  })

/** Removes what the person confirmed, then goes on. */
export const provideRemoval = (
  remove: (id: string, scope: InSystem) => Promise<unknown>,
  finish: (scope: InSystem, subject: Subject) => void,
) =>
  confirmationMachine.provide({
    actors: {
      carryOut: fromPromise<void, Subject>(async ({ input, system }) => {
        await remove(input.id, { system })
      }),
    },
    actions: { finish },
  })

export const provideReader = (api: KnowledgeApi) =>
  readerMachine.provide({
    actors: {
      loadDocument: fromPromise(({ input, signal }: { input: { documentId: string }; signal: AbortSignal }) =>
        api.text(input.documentId, signal),
      ),
    },
  })

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
        }): Promise<readonly Passage[]> => (await knowledge.text(input.documentId, signal)).passages,
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
