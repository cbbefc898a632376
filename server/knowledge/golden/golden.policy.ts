import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { closedAmong } from '../readers/may-read.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createGoldenRepository, expectedOf } from './golden.repository.ts'

/** A golden question that the caller may read. @throws as `readerWho` */
export const goldenQuestionFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createGoldenRepository(db).find(id)
  const closed = await closedAmong(db, userId, expectedOf(found?.question))
  const seen = closed.size > 0 ? null : found
  const base = seen?.question.knowledgeBaseId
  return (await readerWho(right, db, userId, seen, base, 'golden_question')).question
}
