import type { FastifyPluginAsync } from 'fastify'
import type { KnowledgeBase, KnowledgeBaseStatus } from '../../../src/services/contract/knowledge-bases.ts'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Context } from '../../context.ts'
import { serve } from '../../kernel/http/serve.ts'
import { knowledgeBaseFor } from '../knowledge.policy.ts'
import { countOutdated, modelOf } from '../retrieval/outdated.ts'
import type { KnowledgeBaseRow, KnowledgeBases } from './knowledge-bases.service.ts'

const statusOf = ({ documents, ready, failed }: KnowledgeBaseRow): KnowledgeBaseStatus => {
  if (documents === 0) return 'empty'
  if (ready + failed < documents) return 'indexing'
  if (failed === 0) return 'ready'
  return ready === 0 ? 'error' : 'degraded'
}

const presentKnowledgeBase = (row: KnowledgeBaseRow, outdated: number): KnowledgeBase => ({
  id: row.id,
  organization_id: row.organizationId,
  name: row.name,
  description: row.description,
  settings: row.settings,
  restricted: row.isRestricted,
  status: statusOf(row),
  counts: {
    documents: row.documents,
    ready: row.ready,
    failed: row.failed,
    passages: row.passages,
    bytes: row.bytes,
    words: row.words,
    outdated,
  },
  integration_ids: row.integrationIds,
  last_indexed_at: row.lastIndexedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
})

export const knowledgeBaseRoutes =
  ({ db, config }: Context, knowledgeBases: KnowledgeBases): FastifyPluginAsync =>
  async (app) => {
    const presented = async (rows: KnowledgeBaseRow[]) => {
      const ids = rows.map(({ id }) => id)
      const outdated = await countOutdated(db, modelOf(config), ids)
      return rows.map((row) => presentKnowledgeBase(row, outdated.get(row.id) ?? 0))
    }
    const presentedOne = async (row: KnowledgeBaseRow) => (await presented([row]))[0] as KnowledgeBase
    const found = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    serve(app, api.knowledgeBases.list, async ({ user, params }) =>
      presented(await knowledgeBases.of(params.organizationId, user.id)),
    )

    serve(app, api.knowledgeBases.create, async ({ user, params, body }) => {
      const created = await knowledgeBases.create(params.organizationId, user.id, body)
      return presentKnowledgeBase(created, 0)
    })

    serve(app, api.knowledgeBases.get, async ({ user, params }) =>
      presentedOne(await found(user.id, params.id, 'read')),
    )

    serve(app, api.knowledgeBases.change, async ({ user, params, body }) =>
      presentedOne(await knowledgeBases.change(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    serve(app, api.knowledgeBases.remove, async ({ user, params }) => {
      await knowledgeBases.remove(await found(user.id, params.id, 'edit'))
      return { message: 'The knowledge base was deleted.' }
    })
  }
