import type * as z from 'zod/mini'
import type { IntegrationPatch, NewIntegration } from '../../src/services/contract/integrations.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import type { LimitsService } from '../billing/limits.ts'
import { invalid, notFound } from '../errors.ts'
import type { KnowledgeBasesRepository } from '../knowledge-bases/knowledge-bases.repository.ts'
import type { Hub } from '../realtime/hub.ts'
import type { IntegrationRow, IntegrationsRepository } from './integrations.repository.ts'

type Parts = {
  integrations: IntegrationsRepository
  knowledgeBases: KnowledgeBasesRepository
  hub: Hub
  limits: LimitsService
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type Integrations = ReturnType<typeof createIntegrations>

export const createIntegrations = ({ integrations, knowledgeBases, hub, limits }: Parts) => {
  /** Each once; one of another organization reads like one that does not exist. */
  const checked = async (organizationId: string, ids: string[]) => {
    const wanted = [...new Set(ids)]
    const owned = wanted.every((id) => UUID.test(id))
      ? await knowledgeBases.ownedOf(organizationId, wanted)
      : []
    if (owned.length !== wanted.length)
      throw invalid({ knowledge_base_ids: 'One of these knowledge bases does not exist.' })
    return wanted
  }

  const changed = async (id: string) => {
    const row = await integrations.find(id)
    if (!row) throw notFound('Integration')
    hub.publish(`organization:${row.organizationId}`, 'integration_update', { id })
    return row
  }

  return {
    of: (organizationId: string) => integrations.of(organizationId),

    /** @throws Refusal 422 for a knowledge base that is not the organization's, 402 when the plan is full */
    async create(organizationId: string, createdBy: string, input: z.output<typeof NewIntegration>) {
      const { knowledge_base_ids, ...row } = input
      const ids = await checked(organizationId, knowledge_base_ids)
      const insert = () => integrations.insert({ ...row, organizationId, createdBy }, ids)
      return changed(await limits.within(organizationId, { integrations: 1 }, insert))
    },

    /** @throws Refusal 422 for a knowledge base that is not the organization's */
    async change({ id, organizationId }: IntegrationRow, patch: IntegrationPatch) {
      const ids = patch.knowledge_base_ids && (await checked(organizationId, patch.knowledge_base_ids))
      await integrations.update(id, { ...patch, knowledge_base_ids: ids })
      return changed(id)
    },

    /** Removes it with its conversations. */
    async remove({ id, organizationId }: IntegrationRow) {
      await integrations.delete(id)
      hub.publish(`organization:${organizationId}`, 'integration_update', { id })
      hub.closeChannel(`integration:${id}`, CLOSE.gone)
    },
  }
}
