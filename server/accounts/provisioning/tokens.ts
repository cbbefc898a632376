import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { NewProvisioningToken } from '../../../src/services/contract/provisioning.ts'
import { type Occurrence, record } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { organizations, provisioningTokens } from '../../kernel/db/schema/index.ts'
import { notFound, refusal } from '../../kernel/errors.ts'
import { digestOf } from '../../kernel/secrets.ts'
import { isUnexpired, newProgramKey, usesNotedBefore } from '../program-keys.ts'

export type TokenRow = typeof provisioningTokens.$inferSelect

const PREFIX = 'scim_'
const TOKENS_MAX = 5

const occurrenceOf = (
  action: 'provisioning.token_created' | 'provisioning.token_deleted',
  { id, name, prefix }: TokenRow,
): Occurrence => ({ action, target: { id, name }, details: { prefix } })

/** The provider that holds a token. */
export type Provisioner = { id: string; name: string; organization: { id: string; name: string } }

export type Tokens = ReturnType<typeof createTokens>

/** Tokens that authorize providers to manage people of an organization. */
export const createTokens = (db: Db) => ({
  of: (organizationId: string): Promise<TokenRow[]> =>
    db
      .select()
      .from(provisioningTokens)
      .where(eq(provisioningTokens.organizationId, organizationId))
      .orderBy(desc(provisioningTokens.createdAt)),

  /** @throws Refusal 409 if there are too many */
  create: (organizationId: string, { name, expires_in_days }: NewProvisioningToken) =>
    db.transaction(async (tx) => {
      const [organization] = await tx
        .select({ id: organizations.id })
        .from(organizations)
        .where(eq(organizations.id, organizationId))
        .for('no key update')
      const theirs = and(
        eq(provisioningTokens.organizationId, organizationId),
        isUnexpired(provisioningTokens.expiresAt),
      )
      if (!organization || (await tx.$count(provisioningTokens, theirs)) >= TOKENS_MAX)
        throw refusal('too_many_tokens', { max: TOKENS_MAX })
      const { secret, stored } = newProgramKey(PREFIX, expires_in_days)
      const [row] = await tx
        .insert(provisioningTokens)
        .values({ organizationId, name, ...stored })
        .returning()
      await record(tx, organizationId, occurrenceOf('provisioning.token_created', row!))
      return { row: row!, secret }
    }),

  /** @throws Refusal 404 */
  remove: (organizationId: string, id: string): Promise<void> =>
    db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(provisioningTokens)
        .where(and(eq(provisioningTokens.id, id), eq(provisioningTokens.organizationId, organizationId)))
        .returning()
      if (!gone) throw notFound('token')
      await record(tx, organizationId, occurrenceOf('provisioning.token_deleted', gone))
    }),

  /**
   * Checked on each request, so that deleting a token takes effect at once.
   * @throws Refusal 401
   */
  async identify(secret: string): Promise<Provisioner> {
    const now = new Date()
    const { id, name, expiresAt, lastUsedAt, secretHash } = provisioningTokens
    const [token] = await db
      .select({ id, name, organization: { id: organizations.id, name: organizations.name } })
      .from(provisioningTokens)
      .innerJoin(organizations, eq(organizations.id, provisioningTokens.organizationId))
      .where(and(eq(secretHash, digestOf(secret)), isUnexpired(expiresAt)))
    if (!token) throw refusal('unknown_token')
    await db
      .update(provisioningTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(id, token.id), or(isNull(lastUsedAt), lt(lastUsedAt, usesNotedBefore(now)))))
    return token
  },
})
