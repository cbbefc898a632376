import type { Files } from '../../kernel/files/files.types.ts'
import { failure } from '../../kernel/texts/reasons.ts'
import { carryEdits } from '../documents/carried-edits.ts'
import type { ContentsRepository } from '../documents/contents.repository.ts'
import type { DocumentRow } from '../documents/documents.types.ts'
import type { PassageWriter } from '../documents/passage-writer.ts'
import type { PassagesRepository } from '../documents/passages.repository.ts'
import type { Parser } from '../ingestion/parser.ts'
import type { PassageDraft } from '../ingestion/split.ts'
import type { StoredVectors } from '../retrieval/vectors.ts'
import type { IndexReadingsRepository, ReadingResult } from './index-readings.repository.ts'
import { changesBetween } from './index-report.ts'
import type { IndexRow } from './indexes.repository.ts'

export type Reading = {
  contents: ContentsRepository
  passages: PassagesRepository
  files: Files
  parser: Parser
  write: PassageWriter
  /** The current model; vectors of others are recomputed. */
  model: string
}

type Drafts = {
  title: string
  words: number
  passages: PassageDraft[]
  vectors: Map<string, StoredVectors>
}

/** Identifies passages by the input of their vectors. */
const keyOf = ({ headingPath, content }: Pick<PassageDraft, 'headingPath' | 'content'>) =>
  JSON.stringify([headingPath, content])

/** Reads a document into passages of an index, beside the current ones. */
export const createReadForIndex = (
  parts: Reading & { readings: Pick<IndexReadingsRepository, 'earlier'> },
) => {
  const { readings, contents, passages: stored, files, parser, write, model } = parts
  const fromEarlier = async (document: DocumentRow, reading: number): Promise<Drafts | null> => {
    const rows = await stored.withVectors(document.id, reading)
    const [first] = rows
    if (!first) return null
    return {
      title: first.title,
      words: document.wordCount,
      passages: rows.map(({ position, headingPath, content, original, charStart, charEnd, page }) => ({
        position,
        headingPath,
        content: original ?? content,
        charStart,
        charEnd,
        page,
      })),
      vectors: new Map(
        rows
          .filter(({ embedding, embeddingModel }) => embedding && embeddingModel === model)
          .map((row) => [keyOf(row), { embedding: row.embedding, partEmbeddings: row.partEmbeddings }]),
      ),
    }
  }

  const fromFile = async (index: IndexRow, document: DocumentRow, organizationId: string) => {
    const fileId = await contents.fileOf(document)
    if (!fileId) throw failure('missing_file')
    const { type, name } = document
    const settings = { passage_size: index.passageSize, passage_overlap: index.passageOverlap }
    const parsed = await files.onDisk(fileId, (path) =>
      parser.parse({ path, type, name, settings }, organizationId),
    )
    return { ...parsed, vectors: new Map<string, StoredVectors>() }
  }

  /** `assertOpen` throws once the index is cancelled. */
  return async (
    index: IndexRow,
    document: DocumentRow,
    organizationId: string,
    assertOpen: () => void,
  ): Promise<ReadingResult> => {
    const earlier = await readings.earlier(index, document)
    const drafts =
      (earlier === null ? null : await fromEarlier(document, earlier)) ??
      (await fromFile(index, document, organizationId))
    assertOpen()
    const served = document.servedReading ?? 0
    const { passages, lost } = carryEdits(drafts.passages, await stored.edited(document.id, served))
    const { title, vectors } = drafts
    const { id: documentId, knowledgeBaseId, reading } = document
    await write(
      { documentId, knowledgeBaseId, reading, title },
      passages,
      async () => assertOpen(),
      (passage) => vectors.get(keyOf(passage)) ?? null,
    )
    return {
      passageCount: passages.length,
      wordCount: drafts.words,
      changes: changesBetween(await stored.of(documentId, served), passages),
      lostEdits: lost.map(({ page, original, content }) => ({
        page,
        original: original ?? content,
        content,
      })),
    }
  }
}
