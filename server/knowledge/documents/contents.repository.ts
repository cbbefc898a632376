import { and, desc, eq, gte, inArray, lte, notInArray, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { documents, documentVersions, knowledgeBases, users } from '../../kernel/db/schema/index.ts'
import type { ReaderId } from '../readers/may-read.ts'
import { TO_BE_READ } from './document-work.repository.ts'
import { listedIn } from './documents.selection.ts'
import type { Content, DocumentRow } from './documents.types.ts'

/** Older versions and their files are removed. */
const VERSIONS_KEPT = 10

/** A document of the base with the same content that the person adding it can read. */
type SameAs = { sameAs: string }

type NewDocument = Omit<typeof documents.$inferInsert, 'id' | keyof Content> & Content

export type ContentsRepository = ReturnType<typeof createContentsRepository>

/** Contents of documents: each version has its own file, named by the version's id. */
export const createContentsRepository = (db: Db) => ({
  /**
   * Adds a document with its first version, whose file is stored under `fileId`.
   * `sameAs` names the document that already has this content, null if the base is gone.
   */
  add: (row: NewDocument, fileId: string) =>
    db.transaction(async (tx): Promise<DocumentRow | SameAs | null> => {
      if (!(await lockBase(tx, row.knowledgeBaseId))) return null
      const holder = await holderOf(tx, row, row)
      if (holder) return { sameAs: holder.name }
      const [added] = await tx.insert(documents).values(row).returning()
      if (added) await tx.insert(documentVersions).values(versionOf(added, fileId, added.createdBy))
      return added ?? null
    }),

  /**
   * Replaces a document's content. Until the new content is read, the old one is searched.
   * `unchanged` if it is the same, `sameAs` names another document that has it, null if the document is gone.
   */
  replace: (
    document: DocumentRow,
    content: Content & { name?: string },
    { fileId, createdBy }: { fileId: string; createdBy: string | null },
  ) =>
    db.transaction(async (tx): Promise<DocumentRow | 'unchanged' | SameAs | null> => {
      const { id, knowledgeBaseId } = document
      if (!(await lockBase(tx, knowledgeBaseId))) return null
      const holder = await holderOf(tx, document, { ...content, createdBy })
      if (holder) return holder.id === id ? 'unchanged' : { sameAs: holder.name }
      const [row] = await tx
        .update(documents)
        .set({
          ...TO_BE_READ,
          ...content,
          version: sql`${documents.version} + 1`,
          retries: 0,
          updatedAt: new Date(),
        })
        .where(eq(documents.id, id))
        .returning()
      if (!row) return null
      await tx.insert(documentVersions).values(versionOf(row, fileId, createdBy))
      await tx
        .delete(documentVersions)
        .where(
          and(eq(documentVersions.documentId, id), lte(documentVersions.number, row.version - VERSIONS_KEPT)),
        )
      return row
    }),

  /** Newest first, with their authors: the versions visible to all readers of the document. */
  versionsOf: ({ id, versionsFrom }: Pick<DocumentRow, 'id' | 'versionsFrom'>) =>
    db
      .select({
        fileId: documentVersions.id,
        number: documentVersions.number,
        type: documentVersions.type,
        size: documentVersions.size,
        contentHash: documentVersions.contentHash,
        createdAt: documentVersions.createdAt,
        firstName: users.firstName,
        lastName: users.lastName,
        email: users.email,
      })
      .from(documentVersions)
      .leftJoin(users, eq(users.id, documentVersions.createdBy))
      .where(and(eq(documentVersions.documentId, id), gte(documentVersions.number, versionsFrom)))
      .orderBy(desc(documentVersions.number)),

  /** Id of the file of a document's latest version; null if the document is gone. */
  async fileOf({ id, version }: Pick<DocumentRow, 'id' | 'version'>) {
    const [row] = await db
      .select({ fileId: documentVersions.id })
      .from(documentVersions)
      .where(and(eq(documentVersions.documentId, id), eq(documentVersions.number, version)))
    return row?.fileId ?? null
  },

  /** Those of `hashes` that are the content of a document that someone can read. */
  async held(knowledgeBaseId: string, readerId: ReaderId, hashes: string[]) {
    if (hashes.length === 0) return []
    return db
      .select({ hash: documents.contentHash, name: documents.name })
      .from(documents)
      .where(and(listedIn(knowledgeBaseId, readerId), inArray(documents.contentHash, hashes)))
  },

  /**
   * The file of each name, among those that someone can read, unless several have it: no one could say which is meant.
   * A file whose content is among `hashes` is sent along with the names, and is not meant either.
   */
  async named(knowledgeBaseId: string, readerId: ReaderId, names: string[], hashes: string[]) {
    if (names.length === 0) return new Map<string, string>()
    const rows = await db
      .select({ name: documents.name, id: sql<string>`min(${documents.id}::text)` })
      .from(documents)
      .where(
        and(
          listedIn(knowledgeBaseId, readerId),
          eq(documents.source, 'file'),
          inArray(documents.name, names),
          notInArray(documents.contentHash, hashes),
        ),
      )
      .groupBy(documents.name)
      .having(sql`count(*) = 1`)
    return new Map(rows.map(({ name, id }) => [name, id]))
  },

  /** Those of `ids` that are files of a version. */
  async knownFiles(ids: string[]) {
    const rows = await db
      .select({ id: documentVersions.id })
      .from(documentVersions)
      .where(inArray(documentVersions.id, ids))
    return new Set(rows.map(({ id }) => id))
  },
})

/** Serializes additions of content to a base; false if the base is gone. */
const lockBase = async (tx: Tx, knowledgeBaseId: string) => {
  const [base] = await tx
    .select({ id: knowledgeBases.id })
    .from(knowledgeBases)
    .where(eq(knowledgeBases.id, knowledgeBaseId))
    .for('update')
  return base !== undefined
}

/**
 * The document of the base that already has this content, among those that the person adding it can read. Content
 * of a source is compared only with its own document: another one has other readers, and may go before it.
 */
const holderOf = async (
  tx: Tx,
  { id, knowledgeBaseId, source }: Pick<NewDocument, 'knowledgeBaseId' | 'source'> & { id?: string },
  { contentHash, createdBy }: Pick<NewDocument, 'contentHash' | 'createdBy'>,
) => {
  if (source === 'page' && !id) return null
  const [same] = await tx
    .select({ id: documents.id, name: documents.name })
    .from(documents)
    .where(
      and(
        source === 'page' ? eq(documents.id, id!) : listedIn(knowledgeBaseId, createdBy ?? undefined),
        eq(documents.contentHash, contentHash),
      ),
    )
    .limit(1)
  return same ?? null
}

const versionOf = (row: DocumentRow, fileId: string, createdBy: string | null) => ({
  id: fileId,
  documentId: row.id,
  knowledgeBaseId: row.knowledgeBaseId,
  number: row.version,
  type: row.type,
  size: row.size,
  contentHash: row.contentHash,
  createdBy,
})
