import { fromPromise } from 'xstate'
import {
  createIntegrationMachine,
  type IntegrationValues,
} from '../machines/create-integration/create-integration.machine.ts'
import {
  createKnowledgeBaseMachine,
  type KnowledgeBaseValues,
} from '../machines/create-knowledge-base/create-knowledge-base.machine.ts'
import { goTo } from './go-to.ts'
import type { IdempotentWrites } from './idempotent-writes.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Services<Api> {
  api: Api
  withIdempotencyKey: IdempotentWrites
  /** Lists of the organization are asked for again. */
  refresh: () => void
}

export const provideCreateKnowledgeBase = ({ api, withIdempotencyKey, refresh }: Services<KnowledgeApi>) =>
  createKnowledgeBaseMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: KnowledgeBaseValues } }) => {
        const { organization_id, ...knowledgeBase } = values
        return withIdempotencyKey({ createKnowledgeBase: values }, (key) =>
          api.create(organization_id, knowledgeBase, key),
        )
      }),
    },
    actions: {
      finish: (scope, { output }) => {
        refresh()
        goTo(scope, `/knowledge-bases/${output.id}`)
      },
    },
  })

export const provideCreateIntegration = ({ api, withIdempotencyKey, refresh }: Services<IntegrationsApi>) =>
  createIntegrationMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: IntegrationValues } }) => {
        const { organization_id, knowledge_base_ids, ...integration } = values
        return withIdempotencyKey({ createIntegration: values }, (key) =>
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
