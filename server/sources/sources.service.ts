import type * as z from 'zod/mini'
import type { NewSource, SourcePatch } from '../../src/services/contract/sources.ts'
import type { Documents } from '../documents/documents.service.ts'
import { conflict, notFound } from '../errors.ts'
import { nextReading } from './schedule.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

const SOURCES_MAX = 50
const KNOWN = 'This knowledge base reads this address already.'

type Parts = {
  sources: SourcesRepository
  documents: Documents
  tell: (row: SourceRow) => void
  tellRemoved: (row: SourceRow) => void
  /** Says that a source is to be read. */
  enqueue: () => void
  /** Ends what is being read of it in this process. */
  stop: (id: string) => Promise<void>
}

export type Sources = ReturnType<typeof createSources>

/** What knowledge bases read of the web. */
export const createSources = ({ sources, documents, tell, tellRemoved, enqueue, stop }: Parts) => {
  const changed = async (id: string) => {
    const found = await sources.find(id)
    if (!found) throw notFound('Source')
    tell(found.source)
    return found.source
  }

  return {
    of: (knowledgeBaseId: string) => sources.of(knowledgeBaseId),

    /** Begins to read it at once. @throws Refusal 409 when the base has too many, or this one */
    async create(
      { id: knowledgeBaseId }: { id: string },
      createdBy: string,
      { refresh, ...settings }: z.output<typeof NewSource>,
    ) {
      const others = await sources.of(knowledgeBaseId)
      if (others.length >= SOURCES_MAX)
        throw conflict('too_many_sources', `A knowledge base reads at most ${SOURCES_MAX} addresses.`)
      if (
        others.some((other) => other.settings.url === settings.url && other.settings.kind === settings.kind)
      )
        throw conflict('known_source', KNOWN, { url: KNOWN })
      const id = await sources.insert({ knowledgeBaseId, settings, refresh, createdBy, nextAt: new Date() })
      enqueue()
      return changed(id)
    },

    async change({ id, lastReadAt }: SourceRow, { refresh }: SourcePatch) {
      if (refresh) await sources.setRefresh(id, refresh, nextReading(refresh, lastReadAt ?? new Date()))
      return changed(id)
    },

    /** Reads it now. @throws Refusal 409 while it is being read */
    async read({ id }: SourceRow) {
      if (!(await sources.requeue(id))) throw conflict('is_read', 'It is being read already.')
      enqueue()
      return changed(id)
    },

    /** @throws Refusal 409 for one that neither waits nor is read */
    async cancel({ id, refresh }: SourceRow) {
      if (!(await sources.cancel(id, nextReading(refresh))))
        throw conflict('settled', 'Only a source that waits or is being read can be cancelled.')
      await stop(id)
      return changed(id)
    },

    /** Removes it with the documents that it has brought. */
    async remove(row: SourceRow) {
      await sources.cancel(row.id, null)
      await stop(row.id)
      for (const { documentId } of (await sources.pages(row.id)).values()) {
        const held = documentId ? await documents.find(documentId) : null
        if (held) await documents.remove(held.document)
      }
      await sources.delete(row.id)
      tellRemoved(row)
    },
  }
}
