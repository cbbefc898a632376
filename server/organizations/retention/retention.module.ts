import * as api from '../../../src/services/contract/operations/index.ts'
import { createIntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import type { Module } from '../../module.ts'
import { memberWho } from '../organizations.policy.ts'
import { createRetentionRepository } from './retention.repository.ts'
import { createRetention } from './retention.service.ts'

/** How long conversations are kept, as the organization's managers decide. */
export const createRetentionModule = ({ db, log }: Context): Module => {
  const retention = createRetention({
    repository: createRetentionRepository(db),
    integrations: createIntegrationsRepository(db),
    log,
  })
  const managed = async (userId: string, id: string) =>
    (await memberWho('manage', db, userId, id)).organizationId
  return {
    async plugin(app) {
      await retention.sweepRestored()

      serve(app, api.retention.get, async ({ user, params }) =>
        retention.get(await managed(user.id, params.organizationId)),
      )
      serve(app, api.retention.preview, async ({ user, params, body }) =>
        retention.preview(await managed(user.id, params.organizationId), body),
      )
      serve(app, api.retention.set, async ({ user, params, body }) =>
        retention.set(await managed(user.id, params.organizationId), body),
      )
    },
    sweep: retention.sweep,
  }
}
