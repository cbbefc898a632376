import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, knowledgeBases, passages } from '../../kernel/db/schema/index.ts'
import { PASSAGE_COLUMNS, type PassageRow } from '../documents/passages.repository.ts'
import { mayRead, mayReadDocument, type ReaderId } from '../readers/may-read.ts'
import type { Cut, Hit } from '../retrieval/hit.ts'
import type { Search } from '../retrieval/search.ts'
import { IS_SERVED } from '../retrieval/served.ts'

/** Result of a search, best first; `tookMs` is the total time. */
export type FoundHit = { hit: Hit; passage: PassageRow }

export type Found = Pick<
  Awaited<ReturnType<Search>>,
  'words' | 'searched' | 'answerable' | 'languageUnknown'
> & {
  hits: FoundHit[]
  cut: (FoundHit & Pick<Cut, 'by'>)[]
  tookMs: number
}

type AskedPassage = { passageId: string; organizationId: string; readerId: ReaderId }
export type SearchRepository = ReturnType<typeof createSearchRepository>

export const createSearchRepository = (db: Db) => ({
  /** Location of a passage in this organization; null for other organizations' and unreadable ones. */
  async place({ passageId, organizationId, readerId }: AskedPassage) {
    const [row] = await db
      .select({
        documentId: passages.documentId,
        knowledgeBaseId: passages.knowledgeBaseId,
        isServed: IS_SERVED,
      })
      .from(passages)
      .innerJoin(documents, eq(documents.id, passages.documentId))
      .innerJoin(knowledgeBases, eq(knowledgeBases.id, passages.knowledgeBaseId))
      .where(
        and(
          eq(passages.id, passageId),
          eq(knowledgeBases.organizationId, organizationId),
          mayRead(readerId),
          mayReadDocument(readerId),
        ),
      )
    return row ? { passageId, ...row } : null
  },

  /** Passages by id, unordered. */
  passages: async (ids: string[]) =>
    ids.length === 0 ? [] : db.select(PASSAGE_COLUMNS).from(passages).where(inArray(passages.id, ids)),
})
