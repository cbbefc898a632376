import * as api from '../../../src/services/contract/operations/index.ts'
import { createIntegrationsRepository } from '../../assistants/integrations/integrations.repository.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { tellOfChanges } from '../../kernel/http/settings-news.ts'
import type { Module } from '../../module.ts'
import { createRetentionRepository } from './retention.repository.ts'
import { createRetention } from './retention.service.ts'

/** How long conversations are kept, as the organization's managers decide. */
export const createRetentionModule = ({ db, hub, log }: Context): Module => {
  const retention = createRetention({
    repository: createRetentionRepository(db),
    integrations: createIntegrationsRepository(db),
    log,
  })
  return {
    async plugin(app) {
      tellOfChanges(app, hub)
      await retention.sweepRestored()

      serve(app, api.retention.get, async ({ params }) => retention.get(params.organizationId))
      serve(app, api.retention.preview, async ({ params, body }) =>
        retention.preview(params.organizationId, body),
      )
      serve(app, api.retention.set, async ({ params, body }) => retention.set(params.organizationId, body))
    },
    sweep: retention.sweep,
  }
}
