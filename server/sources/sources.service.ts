import type * as z from 'zod/mini'
import type { MissingPages, NewSource, SourcePatch } from '../../src/services/contract/sources.ts'
import type { Documents } from '../documents/documents.service.ts'
import { notFound, refusal, refusalWith } from '../errors.ts'
import { say } from '../texts/say.ts'
import { nextReading } from './schedule.ts'
import { hidePages } from './source-pages.ts'
import type { SourcesRepository } from './sources.repository.ts'
import type { SourceRow } from './sources.types.ts'

const SOURCES_MAX = 50

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
    if (!found) throw notFound('source')
    tell(found.source)
    return found.source
  }

  return {
    of: (knowledgeBaseId: string) => sources.of(knowledgeBaseId),

    /** Begins to read it at once. @throws Refusal 409 when the base has too many, or this one */
    async create(
      { id: knowledgeBaseId }: { id: string },
      createdBy: string,
      { refresh, mail_on_failure: mailOnFailure, ...settings }: z.output<typeof NewSource>,
    ) {
      const others = await sources.of(knowledgeBaseId)
      if (others.length >= SOURCES_MAX) throw refusal('too_many_sources', { max: SOURCES_MAX })
      if (
        others.some((other) => other.settings.url === settings.url && other.settings.kind === settings.kind)
      )
        throw refusalWith('known_source', { fields: { url: say('known_source') } })
      const id = await sources.insert({
        knowledgeBaseId,
        settings,
        refresh,
        mailOnFailure,
        createdBy,
        nextAt: new Date(),
      })
      enqueue()
      return changed(id)
    },

    async change({ id, lastReadAt }: SourceRow, { refresh, mail_on_failure: mailOnFailure }: SourcePatch) {
      const changes = {
        ...(refresh && { refresh, nextAt: nextReading(refresh, lastReadAt ?? new Date()) }),
        ...(mailOnFailure !== undefined && { mailOnFailure }),
      }
      if (Object.keys(changes).length > 0) await sources.change(id, changes)
      return changed(id)
    },

    /** Reads it now. @throws Refusal 409 while it is being read */
    async read({ id }: SourceRow) {
      if (!(await sources.requeue(id))) throw refusal('is_read')
      enqueue()
      return changed(id)
    },

    /** @throws Refusal 409 for one that neither waits nor is read */
    async cancel({ id, refresh }: SourceRow) {
      if (!(await sources.cancel(id, nextReading(refresh)))) throw refusal('source_settled')
      await stop(id)
      return changed(id)
    },

    /**
     * Decides about the pages that the last reading did not find. Removed ones wait for 30 days; then the source is
     * read, so that whatever was put aside with them is taken.
     * @throws Refusal 409 when nothing is to be decided
     */
    async decide({ id, status, missing }: SourceRow, { action }: MissingPages) {
      if (missing === 0 || status === 'reading') throw refusal('nothing_missing')
      if (action === 'keep') await sources.keepHeld(id)
      else {
        const held = [...(await sources.pages(id))].filter(([, page]) => page.missing === 'held')
        await hidePages({ sources, documents }, id, held)
        await sources.requeue(id)
        enqueue()
      }
      return changed(id)
    },

    /** Removes it with the documents that it has brought. */
    async remove(row: SourceRow) {
      await sources.cancel(row.id, null)
      await stop(row.id)
      for (const { documentId } of (await sources.pages(row.id)).values()) {
        const held = documentId ? await documents.find(documentId, 'hidden too') : null
        if (held) await documents.remove(held.document)
      }
      await sources.delete(row.id)
      tellRemoved(row)
    },
  }
}
