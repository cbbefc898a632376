import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'
import { Acknowledged } from '../../src/services/contract/common.ts'
import {
  KnowledgeBase,
  KnowledgeBaseList,
  KnowledgeBasePatch,
  NewKnowledgeBase,
} from '../../src/services/contract/knowledge-bases.ts'
import type { Right } from '../../src/services/contract/roles.ts'
import type { Context } from '../context.ts'
import { memberOf, memberWho } from '../organizations/organizations.policy.ts'
import { countOutdated, modelOf } from '../retrieval/outdated.ts'
import { knowledgeBaseFor } from './knowledge-bases.policy.ts'
import { presentKnowledgeBase } from './knowledge-bases.presenter.ts'
import type { KnowledgeBases } from './knowledge-bases.service.ts'
import type { KnowledgeBaseRow } from './knowledge-bases.types.ts'

const Params = z.object({ id: z.uuid() })
const OrganizationParams = z.object({ organizationId: z.uuid() })

export const knowledgeBaseRoutes =
  ({ db, config }: Context, knowledgeBases: KnowledgeBases): FastifyPluginAsyncZod =>
  async (app) => {
    const presented = async (rows: KnowledgeBaseRow[]) => {
      const ids = rows.map(({ id }) => id)
      const outdated = await countOutdated(db, modelOf(config), ids)
      return rows.map((row) => presentKnowledgeBase(row, outdated.get(row.id) ?? 0))
    }
    const presentedOne = async (row: KnowledgeBaseRow) => (await presented([row]))[0] as KnowledgeBase
    const found = (userId: string, id: string, right: Right) => knowledgeBaseFor(db, userId, id, right)

    app.get(
      '/api/v1/organizations/:organizationId/knowledge-bases',
      { schema: { params: OrganizationParams, response: { 200: KnowledgeBaseList } } },
      async ({ user, params }) => {
        const { organizationId } = await memberOf(db, user.id, params.organizationId)
        return presented(await knowledgeBases.of(organizationId))
      },
    )

    app.post(
      '/api/v1/organizations/:organizationId/knowledge-bases',
      { schema: { params: OrganizationParams, body: NewKnowledgeBase, response: { 201: KnowledgeBase } } },
      async ({ user, params, body }, reply) => {
        const { organizationId } = await memberWho('edit', db, user.id, params.organizationId)
        const created = await knowledgeBases.create(organizationId, user.id, body)
        return reply.code(201).send(presentKnowledgeBase(created, 0))
      },
    )

    app.get(
      '/api/v1/knowledge-bases/:id',
      { schema: { params: Params, response: { 200: KnowledgeBase } } },
      async ({ user, params }) => presentedOne(await found(user.id, params.id, 'read')),
    )

    app.patch(
      '/api/v1/knowledge-bases/:id',
      { schema: { params: Params, body: KnowledgeBasePatch, response: { 200: KnowledgeBase } } },
      async ({ user, params, body }) =>
        presentedOne(await knowledgeBases.change(await found(user.id, params.id, 'edit'), user.id, body)),
    )

    app.delete(
      '/api/v1/knowledge-bases/:id',
      { schema: { params: Params, response: { 200: Acknowledged } } },
      async ({ user, params }) => {
        await knowledgeBases.remove(await found(user.id, params.id, 'edit'))
        return { message: 'The knowledge base was deleted.' }
      },
    )
  }
