import type { FastifyPluginAsync } from 'fastify'
import * as api from '../../../src/services/contract/operations/index.ts'
import type { WritersFor } from '../../assistants/answering/writers.ts'
import { integrationFor } from '../../assistants/integrations/integrations.policy.ts'
import type { IntegrationRow } from '../../assistants/integrations/integrations.types.ts'
import type { Context } from '../../context.ts'
import { limited } from '../../kernel/http/rate-limits.ts'
import { serve } from '../../kernel/http/serve.ts'
import { knowledgeBaseFor } from '../knowledge.policy.ts'
import { closedIn, onlyReadable } from '../readers/may-read.ts'
import type { Explanation } from './explain.ts'
import { presentSearch, presentTest } from './search.presenter.ts'
import type { PassageSearch } from './search.service.ts'

type Parts = { searchPassages: PassageSearch; explain: Explanation; writersFor: WritersFor }
const EXPLANATIONS_PER_MINUTE = 20

export const searchRoutes =
  ({ config, db }: Context, { searchPassages, explain, writersFor }: Parts): FastifyPluginAsync =>
  async (app) => {
    const perUser = limited(app, config, ({ user }) => user.id)
    /** The queries that the assistant would use for a first question. */
    const queriesFor = async ({ organizationId, settings }: IntegrationRow, question: string) => {
      const { writeQueries } = await writersFor(organizationId, settings)
      return (await writeQueries({ question, history: [], signal: AbortSignal.any([]) })).queries
    }
    /** As it answers this person: from what they can read. */
    const integration = async (userId: string, id: string) => {
      const found = await integrationFor(db, userId, id, 'read')
      const knowledgeBaseIds = await onlyReadable(db, userId, found.knowledgeBaseIds)
      return { ...found, knowledgeBaseIds, closed: await closedIn(db, userId, knowledgeBaseIds) }
    }

    serve(
      app,
      api.asking.search,
      async ({ user, params, body: { query, limit, knowledge_base_id, document_id } }) => {
        const asked = await integration(user.id, params.id)
        const scope = {
          knowledgeBaseIds: asked.knowledgeBaseIds.filter(
            (id) => !knowledge_base_id || id === knowledge_base_id,
          ),
          documentIds: document_id ? [document_id] : undefined,
          closed: asked.closed,
        }
        const queries = await queriesFor(asked, query)
        return presentSearch(await searchPassages(queries, scope, { limit }))
      },
    )

    serve(
      app,
      api.asking.explain,
      { preHandler: perUser(EXPLANATIONS_PER_MINUTE, 1) },
      async ({ user, params, body: { query, passage_id } }) => {
        const asked = await integration(user.id, params.id)
        const { organizationId, knowledgeBaseIds, closed } = asked
        const { top_k, score_threshold } = asked.settings
        const queries = await queriesFor(asked, query)
        const passage = { passageId: passage_id, organizationId, readerId: user.id }
        return explain({ queries, knowledgeBaseIds, closed, passage, settings: { top_k, score_threshold } })
      },
    )
  }

/** More than a knowledge base passes to an assistant. */
const SHOWN = 20

/** A search in one knowledge base, compared with the same query under its stored settings. */
export const retrievalTestRoutes =
  ({ db }: Context, { searchPassages }: { searchPassages: PassageSearch }): FastifyPluginAsync =>
  async (app) => {
    serve(app, api.knowledgeBases.search, async ({ user, params, body: { query, settings } }) => {
      const { id } = await knowledgeBaseFor(db, user.id, params.id, 'read')
      const closed = await closedIn(db, user.id, [id])
      const find = (given?: typeof settings) =>
        searchPassages(
          [query],
          { knowledgeBaseIds: [id], closed },
          { limit: SHOWN, ...(given && { settings: new Map([[id, given]]) }) },
        )
      const [tested, stored] = await Promise.all([find(settings), settings ? find() : null])
      return presentTest(
        tested,
        new Map((stored ?? tested).hits.map(({ passage }, index) => [passage.id, index + 1])),
      )
    })
  }
