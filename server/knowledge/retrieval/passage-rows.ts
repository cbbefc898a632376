import { and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, documentVersions, passages } from '../../kernel/db/schema/index.ts'
import type { Hit } from './hit.ts'

/** Reads the passages that match `which`, in the shape of a hit. `searched` is the join condition with documents. */
export const passageRows = (db: Db, searched: SQL | undefined, which: SQL | undefined) =>
  db
    .select({
      passageId: passages.id,
      documentId: passages.documentId,
      documentName: documents.name,
      documentDate: documentVersions.createdAt,
      knowledgeBaseId: passages.knowledgeBaseId,
      title: passages.title,
      headingPath: passages.headingPath,
      content: passages.content,
      charStart: passages.charStart,
      page: passages.page,
      position: passages.position,
    })
    .from(passages)
    .innerJoin(documents, searched)
    .leftJoin(
      documentVersions,
      and(eq(documentVersions.documentId, documents.id), eq(documentVersions.number, documents.version)),
    )
    .where(which)

/** Scores of a passage that was not ranked. */
export const UNSCORED = {
  score: 0,
  rerankScore: null,
  relevance: null,
  textRank: null,
  vectorRank: null,
  cosine: null,
  coverage: 0,
} satisfies Partial<Hit>
