import type { Db } from '../../kernel/db/open.ts'
import { notFound } from '../../kernel/errors.ts'
import { memberWho } from '../organizations.policy.ts'
import { createInvitationsRepository } from './invitations.repository.ts'

/**
 * An invitation to an organization that the caller manages.
 * @throws Refusal 404 for other organizations' and unknown ones alike, 403 without the right
 */
export const invitationFor = async (db: Db, userId: string, id: string) => {
  const found = await createInvitationsRepository(db).find(id)
  await memberWho('manage', db, userId, found?.organization.id ?? null, 'invitation')
  if (!found) throw notFound('invitation')
  return found
}
