import { eq } from 'drizzle-orm'
import type { Right } from '../../../src/services/contract/roles.ts'
import type { Db, Tx } from '../../kernel/db/open.ts'
import { integrations } from '../../kernel/db/schema/index.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { memberWho } from '../../organizations/organizations.policy.ts'
import { createIntegrationsRepository } from './integrations.repository.ts'

/**
 * An integration of the caller's organizations that they may use.
 * @throws Refusal 404 for others, closed and unknown ones alike, 403 without the right to it
 */
export const integrationFor = async (db: Db, userId: string, id: string, right: Right) => {
  const found = await createIntegrationsRepository(db).find(id, userId)
  await memberWho(right, db, userId, found?.organizationId ?? null, 'Integration')
  if (!found) throw notFound('integration')
  return found
}

/**
 * What is public is for everyone, and stays so until the end of the transaction.
 * @throws Refusal 409 for an assistant that is restricted
 */
export const requireForEveryone = async (tx: Tx, id: string) => {
  const [row] = await tx
    .select({ isRestricted: integrations.isRestricted })
    .from(integrations)
    .where(eq(integrations.id, id))
    .for('share')
  if (row?.isRestricted) throw refusal('assistant_restricted')
}
