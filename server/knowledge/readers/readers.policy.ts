import { may, type Right } from '../../../src/services/contract/roles.ts'
import type { Db } from '../../kernel/db/open.ts'
import { forbidden, type Missing, notFound } from '../../kernel/errors.ts'
import { memberOf } from '../../organizations/organizations.policy.ts'
import { closedAmong, mayReadAll } from './may-read.ts'

/**
 * The requested thing, if the caller can read its knowledge base, and their role allows it.
 * @param found the requested thing, with its organization
 * @param what its name in the refusal
 * @throws Refusal 404 if it is missing, another organization's or unreadable; 403 without the right
 */
export async function readerWho<Found extends { organizationId: string }>(
  right: Right,
  db: Db,
  userId: string,
  found: Found | null,
  knowledgeBaseId: string | undefined,
  what: Missing,
) {
  const { role } = await memberOf(db, userId, found?.organizationId ?? null, what)
  if (!found || !knowledgeBaseId || !(await mayReadAll(db, userId, [knowledgeBaseId]))) throw notFound(what)
  if (!may(role, right)) throw forbidden()
  return found
}

/** The same for a document, or for its content. */
export async function documentReaderWho<
  Found extends { organizationId: string; document: { id: string; knowledgeBaseId: string } },
>(right: Right, db: Db, userId: string, found: Found | null, what: Missing) {
  const isClosed = found && (await closedAmong(db, userId, [found.document.id])).size > 0
  return readerWho(right, db, userId, isClosed ? null : found, found?.document.knowledgeBaseId, what)
}
