import type { FastifyPluginAsync } from 'fastify'
import { ASSISTANT_LOGO_BYTES_MAX } from '../../../src/services/contract/integrations.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { fileOf, takeOneFile } from '../../kernel/pictures/pictures.ts'
import { readableAmong, readableOf } from '../../knowledge/readers/may-read.ts'
import { integrationFor } from './integrations.policy.ts'
import {
  presentAssistant,
  presentGeneral,
  presentIntegration,
  presentVersions,
} from './integrations.presenter.ts'
import type { Integrations } from './integrations.service.ts'
import type { IntegrationRow } from './integrations.types.ts'

export const integrationRoutes =
  ({ db }: Context, integrations: Integrations): FastifyPluginAsync =>
  async (app) => {
    const found = (userId: string, id: string, right: Right) => integrationFor(db, userId, id, right)
    const presented = async (userId: string, row: IntegrationRow) =>
      presentIntegration(
        row,
        await readableAmong(db, userId, row.knowledgeBaseIds),
        await integrations.countsOf([row.id]),
      )

    serve(app, api.assistants.list, async ({ user, params }) => {
      const { organizationId } = params
      const readable = await readableOf(db, user.id, organizationId)
      const rows = await integrations.of(organizationId, user.id)
      const counts = await integrations.countsOf(rows.map(({ id }) => id))
      return rows.map((row) => presentIntegration(row, readable, counts))
    })

    serve(app, api.assistants.published, async ({ user, params }) => {
      const { organizationId } = params
      const readable = await readableOf(db, user.id, organizationId)
      const published = (await integrations.of(organizationId, user.id)).flatMap((row) =>
        presentAssistant(row, readable),
      )
      return published.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
    })

    serve(app, api.assistants.create, async ({ user, params, body }) =>
      presented(user.id, await integrations.create(params.organizationId, user.id, body)),
    )

    serve(app, api.assistants.get, async ({ user, params }) =>
      presented(user.id, await found(user.id, params.id, 'read')),
    )

    serve(app, api.assistants.general, async ({ user, params }) =>
      presentGeneral(await found(user.id, params.id, 'read')),
    )

    serve(app, api.assistants.change, async ({ user, params, body }) =>
      presented(user.id, await integrations.change(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    serve(app, api.assistants.publish, async ({ user, params, body }) => {
      const draft = await found(user.id, params.id, 'edit')
      return presented(user.id, await integrations.publish(draft, user.id, body?.seen_at))
    })

    serve(app, api.assistants.versions, async ({ user, params }) => {
      const row = await found(user.id, params.id, 'read')
      return presentVersions(
        await integrations.versions(row),
        await readableOf(db, user.id, row.organizationId),
      )
    })

    serve(app, api.assistants.restore, async ({ user, params }) =>
      presented(
        user.id,
        await integrations.restore(await found(user.id, params.id, 'edit'), user.id, params.version),
      ),
    )

    serve(app, api.assistants.duplicate, async ({ user, params }) => {
      const original = await found(user.id, params.id, 'edit')
      return presented(user.id, await integrations.duplicate(original, user.id))
    })

    serve(app, api.assistants.remove, async ({ user, params }) => {
      await integrations.remove(await found(user.id, params.id, 'edit'))
      return { message: 'The assistant was deleted.' }
    })

    // Published, it is shown to visitors.
    await app.register(async (logos) => {
      await takeOneFile(logos)

      serve(logos, api.assistants.setLogo, async (request) => {
        const draft = await found(request.user.id, request.params.id, 'edit')
        const file = await fileOf(request, ASSISTANT_LOGO_BYTES_MAX)
        return presented(request.user.id, await integrations.setLogo(draft, file))
      })

      serve(logos, api.assistants.removeLogo, async ({ user, params }) => {
        const draft = await found(user.id, params.id, 'edit')
        return presented(user.id, await integrations.removeLogo(draft))
      })
    })
  }
