import { passages } from '../../kernel/db/schema/index.ts'
import type { IndexedDocument } from './index/passage-index.ts'
import { languageOf } from './language.ts'
import { fromStored } from './vectors.ts'

export const INDEXED_COLUMNS = {
  id: passages.id,
  documentId: passages.documentId,
  title: passages.title,
  headings: passages.headings,
  content: passages.content,
  embedding: passages.embedding,
  partEmbeddings: passages.partEmbeddings,
  embeddingModel: passages.embeddingModel,
}

type Row = { [Column in keyof typeof INDEXED_COLUMNS]: (typeof passages.$inferSelect)[Column] } & {
  version: Date | null
}

/** The model of the first vector. During a change of model, passages with vectors of another one are not compared. */
const modelOf = (rows: Row[]) => rows.find(({ embedding }) => embedding !== null)?.embeddingModel ?? null

/** Groups rows into documents; rows must be sorted by document and position. */
export const indexedDocuments = (rows: Row[]): IndexedDocument[] => {
  const byDocument = new Map<string, Row[]>()
  for (const row of rows) {
    const own = byDocument.get(row.documentId)
    if (own) own.push(row)
    else byDocument.set(row.documentId, [row])
  }
  return [...byDocument].map(([id, own]) => ({
    id,
    model: modelOf(own),
    version: String(own[0]?.version?.getTime()),
    title: own[0]?.title ?? '',
    language: languageOf(own.map(({ content }) => content).join('\n')),
    passages: own.map((row) => ({
      id: row.id,
      headings: row.headings,
      content: row.content,
      vectors: row.embeddingModel === modelOf(own) ? fromStored(row) : [],
    })),
  }))
}
