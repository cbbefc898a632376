import type { Right } from '../../src/services/contract/roles.ts'
import type { Db } from '../kernel/db/open.ts'
import { createDocumentsRepository } from './documents/documents.repository.ts'
import { createPassagesRepository } from './documents/passages.repository.ts'
import { createGoldenRepository, expectedOf } from './golden/golden.repository.ts'
import { createIndexesRepository } from './indexes/indexes.repository.ts'
import { createKnowledgeBasesRepository } from './knowledge-bases/knowledge-bases.repository.ts'
import { closedAmong } from './readers/may-read.ts'
import { documentReaderWho, readerWho } from './readers/readers.policy.ts'
import { createSourcesRepository } from './sources/sources.repository.ts'

/** A knowledge base that the caller may read. @throws as `readerWho` */
export const knowledgeBaseFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createKnowledgeBasesRepository(db).find(id, userId)
  return readerWho(right, db, userId, found, id, 'knowledge_base')
}

/** A document that the caller may read, and what it belongs to. @throws as `readerWho` */
export const documentFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createDocumentsRepository(db).find(id)
  return documentReaderWho(right, db, userId, found, 'document')
}

/** A passage that the caller may read, with its document. @throws as `readerWho` */
export const passageFor = async (db: Db, userId: string, id: string, right: Right) => {
  const passage = await createPassagesRepository(db).find(id)
  const document = passage && (await createDocumentsRepository(db).find(passage.documentId))
  return documentReaderWho(right, db, userId, document && { ...document, passage }, 'passage')
}

/** A source that the caller may read. @throws as `readerWho` */
export const sourceFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createSourcesRepository(db).find(id)
  return readerWho(right, db, userId, found, found?.source.knowledgeBaseId, 'source')
}

/** An index of a knowledge base that the caller may read. @throws as `readerWho` */
export const indexFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIndexesRepository(db).find(id)
  return (await readerWho(right, db, userId, found, found?.index.knowledgeBaseId, 'index')).index
}

/** A golden question that the caller may read. @throws as `readerWho` */
export const goldenQuestionFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createGoldenRepository(db).find(id)
  const closed = await closedAmong(db, userId, expectedOf(found?.question))
  const seen = closed.size > 0 ? null : found
  const base = seen?.question.knowledgeBaseId
  return (await readerWho(right, db, userId, seen, base, 'golden_question')).question
}
