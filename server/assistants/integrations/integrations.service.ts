import type * as z from 'zod/mini'
import type {
  AssistantSettings,
  IntegrationPatch,
  NewIntegration,
} from '../../../src/services/contract/integrations.ts'
import { OPERATORS_MODEL } from '../../../src/services/contract/models.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import type { LimitsService } from '../../billing/limits.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { invalid, notFound, refusal } from '../../kernel/errors.ts'
import type { Pictures } from '../../kernel/pictures/pictures.ts'
import { say } from '../../kernel/texts/say.ts'
import type { KnowledgeBasesRepository } from '../../knowledge/knowledge-bases/knowledge-bases.repository.ts'
import type { ModelDirectory } from '../models/model-directory.ts'
import { changesBetween, DEFAULT_SETTINGS, draftOf, type Effective } from './configuration.ts'
import type { IntegrationsRepository } from './integrations.repository.ts'
import type { IntegrationRow } from './integrations.types.ts'

type Parts = {
  integrations: IntegrationsRepository
  knowledgeBases: KnowledgeBasesRepository
  hub: Hub
  limits: LimitsService
  pictures: Pictures
  directory: Pick<ModelDirectory, 'offered'>
}

type LogoPatch = Partial<Pick<AssistantSettings, 'logo_url'>>

const NAME_MAX = 80
const COPY = ' (copy)'
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export type Integrations = ReturnType<typeof createIntegrations>

export const createIntegrations = ({
  integrations,
  knowledgeBases,
  hub,
  limits,
  pictures,
  directory,
}: Parts) => {
  /** Each once; a foreign or unreadable one looks like one that does not exist. */
  const checked = async (organizationId: string, readerId: string, ids: string[]) => {
    const wanted = [...new Set(ids)]
    const owned = wanted.every((id) => UUID.test(id))
      ? await knowledgeBases.ownedOf(organizationId, wanted, readerId)
      : []
    if (owned.length !== wanted.length) throw invalid({ knowledge_base_ids: say('no_such_base') })
    return wanted
  }

  const changed = async (id: string) => {
    const row = await integrations.find(id)
    if (!row) throw notFound('integration')
    hub.publish(`organization:${row.organizationId}`, 'integration_update', { id })
    return row
  }

  /** A withdrawn model stays where it is already named: the operator's own answers in its place. */
  const checkModels = async ({ organizationId, settings }: IntegrationRow, patch: IntegrationPatch) => {
    const named = (['model', 'fallback_model'] as const).filter(
      (field) => patch[field] !== undefined && patch[field] !== '' && patch[field] !== settings[field],
    )
    if (named.length === 0) return
    const { default: operators, offered } = await directory.offered(organizationId)
    const ids = new Set(offered.map(({ id }) => id))
    if (operators !== null) ids.add(OPERATORS_MODEL)
    const gone = named.filter((field) => !ids.has(patch[field] ?? ''))
    if (gone.length > 0)
      throw invalid(Object.fromEntries(gone.map((field) => [field, say('model_not_offered')])))
  }

  /** Separates the draft's columns from its settings. */
  const update = async (
    { id }: IntegrationRow,
    { name, description, knowledge_base_ids: knowledgeBaseIds, ...settings }: IntegrationPatch & LogoPatch,
  ) => {
    await integrations.update(id, { name, description, knowledgeBaseIds, settings })
    return changed(id)
  }

  /** Knowledge bases that the editing person cannot see stay connected. */
  const withUnseen = async (
    { organizationId, knowledgeBaseIds }: IntegrationRow,
    readerId: string,
    ids: string[],
  ) => {
    const seen = await knowledgeBases.ownedOf(organizationId, knowledgeBaseIds, readerId)
    return [...ids, ...knowledgeBaseIds.filter((id) => !seen.includes(id))]
  }

  return {
    find: integrations.find,

    of: integrations.of,

    idsOf: integrations.idsOf,

    countsOf: integrations.countsOf,

    /** @throws Refusal 422 for a knowledge base outside the organization, 402 if the plan is full */
    async create(organizationId: string, createdBy: string, input: z.output<typeof NewIntegration>) {
      const { knowledge_base_ids, ...row } = input
      const ids = await checked(organizationId, createdBy, knowledge_base_ids)
      const insert = () => integrations.insert({ ...row, organizationId, createdBy }, ids)
      return changed(await limits.within(organizationId, { integrations: 1 }, insert))
    },

    /**
     * Changes the draft.
     * @throws Refusal 422 for a knowledge base outside the organization, or an unknown model; 402 for features
     * outside the plan
     */
    async change(row: IntegrationRow, userId: string, { knowledge_base_ids, ...patch }: IntegrationPatch) {
      await checkModels(row, patch)
      const ids =
        knowledge_base_ids &&
        (await withUnseen(row, userId, await checked(row.organizationId, userId, knowledge_base_ids)))
      if (patch.powered_by === false && row.settings.powered_by)
        await limits.requireFeature(row.organizationId, 'unbranded')
      return update(row, { ...patch, ...(ids && { knowledge_base_ids: ids }) })
    },

    /**
     * Publishes the draft as the next version. `seenAt` is when the draft was last changed, as far as the
     * person knows.
     * @throws Refusal 409 if nothing differs from the last version, or the draft has changed in the meantime
     */
    async publish(row: IntegrationRow, userId: string, seenAt = row.updatedAt.toISOString()) {
      const draft = draftOf(row)
      if (row.published && changesBetween(row.published.configuration, draft).length === 0)
        throw refusal('nothing_to_publish')
      const isPublished = await integrations.publish(row.id, draft, userId, new Date(seenAt))
      if (!isPublished) throw refusal('draft_changed')
      hub.publish(`integration:${row.id}`, 'config_published', { id: row.id })
      return changed(row.id)
    },

    versions: ({ id }: IntegrationRow) => integrations.versions(id),

    /** Gives the draft a logo; those of versions are kept. @throws Refusal 422 for a file that is not a picture */
    async setLogo(row: IntegrationRow, file: Buffer) {
      const published = (await integrations.versions(row.id)).map(
        ({ configuration }) => configuration.logo_url,
      )
      const logo_url = await pictures.addLogo(row.id, file, published.filter(Boolean))
      return update(row, { logo_url })
    },

    removeLogo: (row: IntegrationRow) => update(row, { logo_url: '' }),

    /** Resets the draft to a version, without deleted knowledge bases. @throws Refusal 404 */
    async restore(row: IntegrationRow, userId: string, version: number) {
      const found = (await integrations.versions(row.id)).find((one) => one.version === version)
      if (!found) throw notFound('version')
      const { knowledge_base_ids, ...configuration } = found.configuration
      const ids = await knowledgeBases.ownedOf(row.organizationId, knowledge_base_ids, userId)
      return update(row, { ...configuration, knowledge_base_ids: await withUnseen(row, userId, ids) })
    },

    /** A new draft with the same settings; nothing of it is public. @throws Refusal 402 if the plan is full */
    async duplicate(
      { id: originalId, name, description, settings, knowledgeBaseIds, organizationId }: IntegrationRow,
      createdBy: string,
    ) {
      const copy = {
        name: `${name.slice(0, NAME_MAX - COPY.length)}${COPY}`,
        description,
        settings,
        organizationId,
        createdBy,
      }
      const insert = () => integrations.insert(copy, knowledgeBaseIds, originalId)
      const id = await limits.within(organizationId, { integrations: 1 }, insert)
      if (settings.logo_url !== '') {
        const logo_url = await pictures.copyLogo(settings.logo_url, id)
        await integrations.update(id, { settings: { logo_url } })
      }
      return changed(id)
    },

    /**
     * The configuration to answer with: the draft, or the published version.
     * @throws Refusal 409 if nothing is published
     */
    async effective(row: IntegrationRow, which: 'draft' | 'published'): Promise<Effective> {
      if (which === 'draft') return { configuration: draftOf(row), version: null }
      if (!row.published) throw refusal('not_published')
      const { configuration, version } = row.published
      const ids = await knowledgeBases.ownedOf(row.organizationId, configuration.knowledge_base_ids)
      return {
        configuration: { ...DEFAULT_SETTINGS, ...configuration, knowledge_base_ids: ids },
        version,
      }
    },

    /** Removes it with its conversations. */
    async remove(row: IntegrationRow) {
      const { id, organizationId } = row
      await integrations.delete(row)
      hub.publish(`organization:${organizationId}`, 'integration_removed', { id })
      hub.closeChannel(`integration:${id}`, CLOSE.gone)
    },
  }
}
