import type { Db } from '../kernel/db/open.ts'
import { mayReadAll, PUBLIC, type ReaderId, readableAmong } from '../knowledge/readers/may-read.ts'
import { withheld } from './conversations.presenter.ts'
import type { MessageRow } from './conversations.types.ts'

export type Reading = ReturnType<typeof createReading>

/** What somebody may read of answers, and what theirs are written from. */
export const createReading = (db: Db) => {
  const readableOf = (readerId: ReaderId, rows: readonly MessageRow[], ids: readonly string[] = []) =>
    readableAmong(db, readerId, [...ids, ...rows.flatMap(({ readFrom }) => readFrom)])

  return {
    /** Messages as somebody may see them: without the words of those that come from what they may not read. */
    async shownTo(readerId: ReaderId, rows: readonly MessageRow[]): Promise<MessageRow[]> {
      return shownOf(await readableOf(readerId, rows), rows)
    },

    /** What a question is answered from: those of `ids` that the reader may read, and what they may read of `earlier`. */
    async scopeOf(readerId: ReaderId, ids: readonly string[], earlier: readonly MessageRow[]) {
      const readable = await readableOf(readerId, earlier, ids)
      const isReadable = isReadableIn(readable)
      const knowledgeBaseIds = ids.filter((id) => readable.has(id))
      const historyFrom = earlier.filter(isReadable).flatMap(({ readFrom }) => readFrom)
      const readFrom = [...new Set([...knowledgeBaseIds, ...historyFrom])]
      return {
        knowledgeBaseIds,
        nothingReadable: ids.length > 0 && knowledgeBaseIds.length === 0,
        isReadable,
        historyFrom,
        /** All that the answer may come from. */
        readFrom,
        isForEveryone: await mayReadAll(db, PUBLIC, readFrom),
      }
    },
  }
}

export type AnswerScope = Awaited<ReturnType<Reading['scopeOf']>>

const isReadableIn =
  (readable: ReadonlySet<string>) =>
  ({ readFrom }: MessageRow) =>
    readFrom.every((id) => readable.has(id))

/** @param readable ids of knowledge bases */
export const shownOf = (readable: ReadonlySet<string>, rows: readonly MessageRow[]) => {
  const isReadable = isReadableIn(readable)
  return rows.map((row) => (isReadable(row) ? row : withheld(row)))
}
