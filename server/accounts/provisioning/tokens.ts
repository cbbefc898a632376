import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, or } from 'drizzle-orm'
import type { NewProvisioningToken } from '../../../src/services/contract/provisioning.ts'
import { type Occurrence, record } from '../../kernel/audit.ts'
import type { Db } from '../../kernel/db/open.ts'
import { organizations, provisioningTokens } from '../../kernel/db/schema/index.ts'
import { notFound, refusal } from '../../kernel/errors.ts'

export type TokenRow = typeof provisioningTokens.$inferSelect

const PREFIX = 'scim_'
const SHOWN = PREFIX.length + 6
const TOKENS_MAX = 5
const DAY = 24 * 3_600_000 // ms
const USE_NOTED_EVERY = 60_000 // ms

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

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
      const theirs = eq(provisioningTokens.organizationId, organizationId)
      if (!organization || (await tx.$count(provisioningTokens, theirs)) >= TOKENS_MAX)
        throw refusal('too_many_tokens', { max: TOKENS_MAX })
      const secret = PREFIX + randomBytes(32).toString('base64url')
      const [row] = await tx
        .insert(provisioningTokens)
        .values({
          organizationId,
          name,
          prefix: secret.slice(0, SHOWN),
          secretHash: hashOf(secret),
          expiresAt: expires_in_days === null ? null : new Date(Date.now() + expires_in_days * DAY),
        })
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
      .where(and(eq(secretHash, hashOf(secret)), or(isNull(expiresAt), gt(expiresAt, now))))
    if (!token) throw refusal('unknown_token')
    const notedBefore = new Date(now.getTime() - USE_NOTED_EVERY)
    await db
      .update(provisioningTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(id, token.id), or(isNull(lastUsedAt), lt(lastUsedAt, notedBefore))))
    return token
  },
})
