import { createIntegrationMachine } from '../../machines/assistants/create-integration.machine.ts'
import { createKnowledgeBaseMachine } from '../../machines/knowledge/create-knowledge-base.machine.ts'
import type { WriteServices } from '../cache/idempotent-writes.ts'
import { assistants } from '../contract/operations/assistants.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import { provideForm } from '../shared/changes.provide.ts'

export const provideCreateKnowledgeBase = ({ http, withIdempotencyKey, refresh }: WriteServices) =>
  provideForm(
    createKnowledgeBaseMachine,
    (values, organizationId) =>
      withIdempotencyKey({ createKnowledgeBase: { organizationId, ...values } }, (key) =>
        http.call(knowledgeBases.create, { organizationId }, { body: values, idempotencyKey: key }),
      ),
    refresh,
  )

export const provideCreateIntegration = ({ http, withIdempotencyKey, refresh }: WriteServices) =>
  provideForm(
    createIntegrationMachine,
    (values, organizationId) =>
      withIdempotencyKey({ createIntegration: { organizationId, ...values } }, (key) =>
        http.call(
          assistants.create,
          { organizationId },
          {
            body: { ...values, knowledge_base_ids: [...values.knowledge_base_ids] },
            idempotencyKey: key,
          },
        ),
      ),
    refresh,
  )
