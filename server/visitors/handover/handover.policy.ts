import type { Right } from '../../../src/services/contract/roles.ts'
import { createConversationsRepository } from '../../conversations/conversations.repository.ts'
import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'

/**
 * A conversation of the caller's organizations.
 * @throws Refusal 404 for others and unknown ones alike, 403 without the right to it
 */
export const inboxConversationFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createConversationsRepository(db).find(id)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'conversation')
  if (!found) throw notFound('conversation')
  return found.conversation
}
