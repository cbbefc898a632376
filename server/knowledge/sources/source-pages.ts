import type { sourcePages } from '../../kernel/db/schema/index.ts'
import type { Documents } from '../documents/documents.service.ts'
import type { SourcesRepository } from './sources.repository.ts'

/** A page found by an earlier reading. */
export type SourcePage =
  Awaited<ReturnType<SourcesRepository['pages']>> extends Map<string, infer Page> ? Page : never

type Parts = { sources: SourcesRepository; documents: Pick<Documents, 'hide'> }

/** Removes pages from a source. Their documents are hidden, and return with the page for 30 days. */
export const hidePages = async (
  { sources, documents }: Parts,
  sourceId: string,
  pages: Pick<typeof sourcePages.$inferSelect, 'key' | 'documentId'>[],
) => {
  for (const { key, documentId } of pages) {
    if (documentId) {
      await documents.hide(documentId)
      await sources.markMissing(sourceId, [key], 'removed')
    } else await sources.forgetPage(sourceId, key)
  }
}
