import type * as z from 'zod/mini'
import {
  type KnowledgeBasePatch,
  mayOverlap,
  type NewKnowledgeBase,
} from '../../../src/services/contract/knowledge-bases.ts'
import { CLOSE } from '../../../src/services/contract/sockets.ts'
import type { Hub } from '../../connection/realtime/hub.ts'
import { violatesUnique } from '../../kernel/db/errors.ts'
import { invalid, notFound, refusalWith } from '../../kernel/errors.ts'
import { say } from '../../kernel/texts/say.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { Indexes } from '../indexes/indexes.service.ts'
import type { KnowledgeBasesRepository } from './knowledge-bases.repository.ts'

/** A knowledge base with totals of the documents that someone can read, and the assistants that use it. */
export type KnowledgeBaseRow = NonNullable<Awaited<ReturnType<KnowledgeBasesRepository['find']>>>

type Parts = { knowledgeBases: KnowledgeBasesRepository; documents: Documents; indexes: Indexes; hub: Hub }

const throwTaken = (error: unknown): never => {
  throw violatesUnique(error) ? refusalWith('name_taken', { fields: { name: say('name_taken') } }) : error
}

export type KnowledgeBases = ReturnType<typeof createKnowledgeBases>

export const createKnowledgeBases = ({ knowledgeBases, documents, indexes, hub }: Parts) => {
  const changed = async (id: string, userId: string) => {
    const row = await knowledgeBases.find(id, userId)
    if (!row) throw notFound('knowledge_base')
    hub.publish(`organization:${row.organizationId}`, 'knowledge_base_update', { id })
    return row
  }

  return {
    of: knowledgeBases.of,

    /** @throws Refusal 409 if the organization already has one with that name */
    async create(organizationId: string, createdBy: string, input: z.output<typeof NewKnowledgeBase>) {
      const id = await knowledgeBases.insert({ ...input, organizationId, createdBy }).catch(throwTaken)
      return changed(id, createdBy)
    },

    /**
     * New search settings apply at once; new passage settings begin a re-index. Fields that are not sent stay,
     * so that two people who change settings at once do not undo each other's changes.
     * @throws Refusal 409 if the organization already has one with that name, or while an index is being built;
     * 422 for passages that would overlap by more than half of their size
     */
    async change(
      { id, settings: current }: KnowledgeBaseRow,
      userId: string,
      { settings = {}, ...patch }: KnowledgeBasePatch,
    ) {
      const {
        passage_size = current.passage_size,
        passage_overlap = current.passage_overlap,
        ...ofSearch
      } = settings
      const ofPassages = { passage_size, passage_overlap }
      if (!mayOverlap(ofPassages)) throw invalid({ 'settings.passage_overlap': say('overlap_too_large') })
      const isCutAnew = passage_size !== current.passage_size || passage_overlap !== current.passage_overlap
      const changes = { ...patch, ...(Object.keys(ofSearch).length > 0 && { settings: ofSearch }) }
      const index = await knowledgeBases
        .update(id, changes, async (tx) =>
          isCutAnew ? indexes.addForSettings(tx, id, userId, ofPassages) : null,
        )
        .catch(throwTaken)
      if (index) await indexes.begin(index)
      return changed(id, userId)
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
