import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { closedAmong } from '../readers/may-read.ts'
import { readerWho } from '../readers/readers.policy.ts'
import { createGoldenRepository, expectedOf } from './golden.repository.ts'

/**
 * A golden question that the caller may read.
 * @throws Refusal 404 for other organizations', unreadable and unknown ones alike, 403 without the right
 */
export const goldenQuestionFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createGoldenRepository(db).find(id)
  const closed = await closedAmong(db, userId, expectedOf(found?.question))
  const seen = closed.size > 0 ? null : found
  await readerWho(right, db, userId, seen, seen?.question.knowledgeBaseId, 'Golden question')
  if (!found) throw notFound('golden_question')
  return found.question
}
