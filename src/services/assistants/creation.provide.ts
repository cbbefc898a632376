import { fromPromise } from 'xstate'
import {
  createIntegrationMachine,
  type IntegrationValues,
} from '../../machines/assistants/create-integration.machine.ts'
import {
  createKnowledgeBaseMachine,
  type KnowledgeBaseValues,
} from '../../machines/knowledge/create-knowledge-base.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { IdempotentWrites } from '../cache/idempotent-writes.ts'
import { assistants } from '../contract/operations/assistants.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import type { Http } from '../http/client.ts'

interface Services {
  http: Http
  withIdempotencyKey: IdempotentWrites
  /** Refetches the organization's lists. */
  refresh: () => void
}

export const provideCreateKnowledgeBase = ({ http, withIdempotencyKey, refresh }: Services) =>
  createKnowledgeBaseMachine.provide({
    actors: {
      submit: fromPromise(
        ({ input: { organizationId, values } }: { input: Submitted<KnowledgeBaseValues> }) => {
          return withIdempotencyKey({ createKnowledgeBase: { organizationId, ...values } }, (key) =>
            http.call(knowledgeBases.create, { organizationId }, { body: values, idempotencyKey: key }),
          )
        },
      ),
    },
    actions: { finish: refresh },
  })

export const provideCreateIntegration = ({ http, withIdempotencyKey, refresh }: Services) =>
  createIntegrationMachine.provide({
    actors: {
      submit: fromPromise(
        ({ input: { organizationId, values } }: { input: Submitted<IntegrationValues> }) => {
          const { knowledge_base_ids, ...integration } = values
          return withIdempotencyKey({ createIntegration: { organizationId, ...values } }, (key) =>
            http.call(
              assistants.create,
              { organizationId },
              { body: { ...integration, knowledge_base_ids: [...knowledge_base_ids] }, idempotencyKey: key },
            ),
          )
        },
      ),
    },
    actions: { finish: refresh },
  })
