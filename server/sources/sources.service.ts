import type * as z from 'zod/mini'
import type { MissingPages, NewSource, SourcePatch } from '../../src/services/contract/sources.ts'
import type { Documents } from '../documents/documents.service.ts'
import { conflict, notFound } from '../errors.ts'
import { nextReading } from './schedule.ts'
import { hidePages } from './source-pages.ts'
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
      { refresh, mail_on_failure: mailOnFailure, ...settings }: z.output<typeof NewSource>,
    ) {
      const others = await sources.of(knowledgeBaseId)
      if (others.length >= SOURCES_MAX)
        throw conflict('too_many_sources', `A knowledge base reads at most ${SOURCES_MAX} addresses.`)
      if (
        others.some((other) => other.settings.url === settings.url && other.settings.kind === settings.kind)
      )
        throw conflict('known_source', KNOWN, { url: KNOWN })
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

    /**
     * Decides about the pages that the last reading did not find. Removed ones wait for 30 days; then the source is
     * read, so that whatever was put aside with them is taken.
     * @throws Refusal 409 when nothing is to be decided
     */
    async decide({ id, status, missing }: SourceRow, { action }: MissingPages) {
      if (missing === 0 || status === 'reading')
        throw conflict('nothing_missing', 'No pages are missing, or the source is being read.')
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
