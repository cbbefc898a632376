import type { Db } from '../kernel/db/open.ts'
import {
  closedAmong,
  closedIn,
  mayReadAll,
  openedIn,
  PUBLIC,
  type ReadAccess,
  type ReaderId,
  readableAmong,
} from '../knowledge/readers/may-read.ts'
import { withheld } from './conversations.presenter.ts'
import type { MessageRow } from './conversations.types.ts'

/** Possible sources of an answer. */
export type Sources = Pick<MessageRow, 'readFrom' | 'documentsRead'>

export type Reading = ReturnType<typeof createReading>

const basesOf = (rows: readonly MessageRow[]) => rows.flatMap(({ readFrom }) => readFrom)
const documentsOf = (rows: readonly MessageRow[]) => rows.flatMap(({ documentsRead }) => documentsRead)

/** Read access to answers, and to the sources of a person’s own answers. */
export const createReading = (db: Db) => {
  const readAccessTo = async (
    readerId: ReaderId,
    rows: readonly MessageRow[],
    ids: readonly string[] = [],
  ): Promise<ReadAccess> => ({
    bases: await readableAmong(db, readerId, [...ids, ...basesOf(rows)]),
    closed: await closedAmong(db, readerId, documentsOf(rows)),
  })

  return {
    /** Messages as shown to someone: without the text of those from sources that they may not read. */
    async shownTo(readerId: ReaderId, rows: readonly MessageRow[]): Promise<MessageRow[]> {
      return shownOf(await readAccessTo(readerId, rows), rows)
    },

    /** The scope of an answer: what the reader can read of `ids`, and of `earlier`; only `within`, if given. */
    async scopeOf(
      readerId: ReaderId,
      ids: readonly string[],
      earlier: readonly MessageRow[],
      within?: Sources,
    ) {
      const access = await readAccessTo(readerId, earlier, ids)
      const [isBaseWithin, isDocumentWithin] = [isAmong(within?.readFrom), isAmong(within?.documentsRead)]
      const knowledgeBaseIds = ids.filter((id) => access.bases.has(id) && isBaseWithin(id))
      const readable = earlier
        .filter(isReadableBy(access))
        .filter((row) => row.readFrom.every(isBaseWithin) && row.documentsRead.every(isDocumentWithin))
      const history = { readFrom: basesOf(readable), documentsRead: documentsOf(readable) }
      const readFrom = [...new Set([...knowledgeBaseIds, ...history.readFrom])]
      const opened = await openedIn(db, readerId, knowledgeBaseIds)
      const documentsRead = [...new Set([...opened.filter(isDocumentWithin), ...history.documentsRead])]
      return {
        readerId,
        knowledgeBaseIds,
        /** Their documents that are excluded. */
        closed: new Set([
          ...(await closedIn(db, readerId, knowledgeBaseIds)),
          ...opened.filter((id) => !isDocumentWithin(id)),
        ]),
        nothingReadable: ids.length > 0 && knowledgeBaseIds.length === 0,
        /** Those of `earlier` that they can read. */
        earlier: readable,
        history,
        /** Everything that the answer may come from; of documents, only restricted ones are listed. */
        readFrom,
        documentsRead,
        isForEveryone:
          (await mayReadAll(db, PUBLIC, readFrom)) &&
          (await closedAmong(db, PUBLIC, documentsRead)).size === 0,
      }
    },
  }
}

export type AnswerScope = Awaited<ReturnType<Reading['scopeOf']>>

const isAmong = (ids: readonly string[] | undefined) => {
  const known = ids && new Set(ids)
  return (id: string) => known?.has(id) ?? true
}

const isReadableBy =
  ({ bases, closed }: ReadAccess) =>
  ({ readFrom, documentsRead }: MessageRow) =>
    readFrom.every((id) => bases.has(id)) && !documentsRead.some((id) => closed.has(id))

export const shownOf = (access: ReadAccess, rows: readonly MessageRow[]) => {
  const isReadable = isReadableBy(access)
  return rows.map((row) => (isReadable(row) ? row : withheld(row)))
}
