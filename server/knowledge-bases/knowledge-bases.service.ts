import type * as z from 'zod/mini'
import type { KnowledgeBasePatch, NewKnowledgeBase } from '../../src/services/contract/knowledge-bases.ts'
import { CLOSE } from '../../src/services/contract/sockets.ts'
import { violatesUnique } from '../db/errors.ts'
import type { Documents } from '../documents/documents.service.ts'
import { conflict, notFound } from '../errors.ts'
import type { Hub } from '../realtime/hub.ts'
import type { KnowledgeBasesRepository } from './knowledge-bases.repository.ts'
import type { KnowledgeBaseRow } from './knowledge-bases.types.ts'

type Parts = { knowledgeBases: KnowledgeBasesRepository; documents: Documents; hub: Hub }

const taken = (error: unknown) =>
  violatesUnique(error)
    ? conflict('name_taken', 'There is a knowledge base of this name already.', {
        name: 'There is a knowledge base of this name already.',
      })
    : error

export type KnowledgeBases = ReturnType<typeof createKnowledgeBases>

export const createKnowledgeBases = ({ knowledgeBases, documents, hub }: Parts) => {
  const changed = async (id: string) => {
    const row = await knowledgeBases.find(id)
    if (!row) throw notFound('Knowledge base')
    hub.publish(`organization:${row.organizationId}`, 'knowledge_base_update', { id })
    return row
  }

  return {
    of: (organizationId: string) => knowledgeBases.of(organizationId),

    /** @throws Refusal 409 when the organization has one of that name */
    async create(organizationId: string, createdBy: string, input: z.output<typeof NewKnowledgeBase>) {
      const id = await knowledgeBases.insert({ ...input, organizationId, createdBy }).catch((error) => {
        throw taken(error)
      })
      return changed(id)
    },

    /** @throws Refusal 409 when the organization has one of that name */
    async change({ id, settings }: KnowledgeBaseRow, patch: KnowledgeBasePatch) {
      const { passage_size, passage_overlap } = settings
      const changes = patch.settings
        ? { ...patch, settings: { ...patch.settings, passage_size, passage_overlap } }
        : patch
      await knowledgeBases.update(id, changes).catch((error) => {
        throw taken(error)
      })
      return changed(id)
    },

    /** Removes it with its documents, their files and their passages. */
    async remove({ id, organizationId }: KnowledgeBaseRow) {
      for (const document of await documents.of(id)) await documents.remove(document)
      await knowledgeBases.delete(id)
      hub.publish(`organization:${organizationId}`, 'knowledge_base_update', { id })
      hub.closeChannel(`knowledge-base:${id}`, CLOSE.gone)
    },
  }
}
