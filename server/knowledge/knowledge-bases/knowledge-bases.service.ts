import type * as z from 'zod/mini'
import type {
  KnowledgeBasePatch,
  NewKnowledgeBase,
  RetrievalSettings,
  SearchSettings,
} from '../../../src/services/contract/knowledge-bases.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import { notFound, refusalWith } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { Indexes } from '../indexes/indexes.service.ts'
import type { KnowledgeBasesRepository } from './knowledge-bases.repository.ts'
import type { KnowledgeBaseRow } from './knowledge-bases.types.ts'

type Parts = { knowledgeBases: KnowledgeBasesRepository; documents: Documents; indexes: Indexes; hub: Hub }

const taken = (error: unknown) =>
  violatesUnique(error) ? refusalWith('name_taken', { fields: { name: say('name_taken') } }) : error

const searchSettingsOf = ({ mode, top_k, score_threshold }: RetrievalSettings): SearchSettings => ({
  mode,
  top_k,
  score_threshold,
})

export type KnowledgeBases = ReturnType<typeof createKnowledgeBases>

export const createKnowledgeBases = ({ knowledgeBases, documents, indexes, hub }: Parts) => {
  const changed = async (id: string) => {
    const row = await knowledgeBases.find(id)
    if (!row) throw notFound('knowledge_base')
    hub.publish(`organization:${row.organizationId}`, 'knowledge_base_update', { id })
    return row
  }

  return {
    of: (organizationId: string, readerId: string) => knowledgeBases.of(organizationId, readerId),

    /** @throws Refusal 409 when the organization has one of that name */
    async create(organizationId: string, createdBy: string, input: z.output<typeof NewKnowledgeBase>) {
      const id = await knowledgeBases.insert({ ...input, organizationId, createdBy }).catch((error) => {
        throw taken(error)
      })
      return changed(id)
    },

    /**
     * Other settings of the search hold at once; other settings of passages begin a re-index.
     * @throws Refusal 409 when the organization has one of that name, or while an index is made
     */
    async change(
      { id, settings: current }: KnowledgeBaseRow,
      userId: string,
      { settings, ...patch }: KnowledgeBasePatch,
    ) {
      const isCutAnew =
        settings &&
        (settings.passage_size !== current.passage_size ||
          settings.passage_overlap !== current.passage_overlap)
      if (isCutAnew) await indexes.forSettings({ id, settings: current }, userId, settings)
      await knowledgeBases
        .update(id, {
          ...patch,
          ...(settings && { settings: searchSettingsOf(settings) }),
        })
        .catch((error) => {
          throw taken(error)
        })
      return changed(id)
    },

    /** Removes it with its documents, their files and their passages. */
    async remove(row: KnowledgeBaseRow) {
      const { id, organizationId } = row
      for (const document of await documents.of(id)) await documents.remove(document)
      await knowledgeBases.delete(row)
      hub.publish(`organization:${organizationId}`, 'knowledge_base_update', { id })
      hub.closeChannel(`knowledge-base:${id}`, CLOSE.gone)
    },
  }
}
