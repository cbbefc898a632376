import { randomUUID } from 'node:crypto'
import { and, desc, eq, getTableColumns, isNull, like, lt, notInArray, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ApiKeyScope, NewApiKey } from '../../src/services/contract/security.ts'
import { type Occurrence, record, recordForMember } from '../kernel/audit.ts'
import type { Database, Tx } from '../kernel/db/open.ts'
import { apiKeys, users } from '../kernel/db/schema/index.ts'
import { notFound, refusal } from '../kernel/errors.ts'
import { digestOf } from '../kernel/secrets.ts'
import { NO_PASSWORD, type UserRow } from './accounts.repository.ts'
import type { Identity } from './authentication.ts'
import { isUnexpired, newProgramKey, usesNotedBefore } from './program-keys.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect
export type OrganizationKeyRow = ApiKeyRow & {
  creator: Pick<UserRow, 'firstName' | 'lastName' | 'email'> | null
}

export const KEY_PREFIX = 'lk_'
const KEYS_MAX = 50 // per person, and per organization

/** Address of a user that represents an organization's key; nothing is ever sent to it. */
const KEY_USER_DOMAIN = '@keys.invalid'

/** @throws Refusal 409 */
async function requireRoom(tx: Tx, theirs: SQL) {
  const count = await tx.$count(apiKeys, and(theirs, isUnexpired(apiKeys.expiresAt)))
  if (count >= KEYS_MAX) throw refusal('too_many_keys', { max: KEYS_MAX })
}

export type UsedKey = {
  id: string
  name: string
  /** It has no account to read or change. */
  isOfOrganization: boolean
}

type IdentifiedKey = { identity: Identity; scopes: readonly ApiKeyScope[]; key: UsedKey }

export type ApiKeys = ReturnType<typeof createApiKeys>

const newKey = ({ name, scopes, expires_in_days }: NewApiKey) => {
  const { secret, stored } = newProgramKey(KEY_PREFIX, expires_in_days)
  return { secret, values: { ...stored, name, scopes: [...new Set(scopes)] } }
}

const occurrenceOf = (
  action: 'api_key.created' | 'api_key.deleted',
  { id, name, prefix, scopes }: ApiKeyRow,
): Occurrence => ({ action, target: { id, name }, details: { prefix, scopes: scopes.join(', ') } })

const creator = alias(users, 'creator')

/** API keys for programs, acting for the person who created them or for an organization. */
export const createApiKeys = ({ db, withLock }: Pick<Database, 'db' | 'withLock'>) => ({
  of: (userId: string): Promise<ApiKeyRow[]> =>
    db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt)),

  ofOrganization: async (organizationId: string): Promise<OrganizationKeyRow[]> => {
    const { firstName, lastName, email } = creator
    return db
      .select({ ...getTableColumns(apiKeys), creator: { firstName, lastName, email } })
      .from(apiKeys)
      .leftJoin(creator, eq(creator.id, apiKeys.createdBy))
      .where(eq(apiKeys.organizationId, organizationId))
      .orderBy(desc(apiKeys.createdAt))
  },

  /** @throws Refusal 409 if there are too many */
  async create(userId: string, wanted: NewApiKey) {
    const { secret, values } = newKey(wanted)
    const insert = () =>
      db.transaction(async (tx) => {
        await requireRoom(tx, eq(apiKeys.userId, userId))
        const [inserted] = await tx
          .insert(apiKeys)
          .values({ ...values, userId, createdBy: userId })
          .returning()
        await recordForMember(tx, userId, occurrenceOf('api_key.created', inserted!))
        return inserted!
      })
    const row = await withLock(`keys ${userId}`, insert)
    return { row, secret }
  },

  /** A key that outlives its creator's membership. @throws Refusal 409 if there are too many */
  async createForOrganization(organizationId: string, createdBy: string, wanted: NewApiKey) {
    const { secret, values } = newKey(wanted)
    const insert = () =>
      db.transaction(async (tx) => {
        await requireRoom(tx, eq(apiKeys.organizationId, organizationId))
        const [user] = await tx
          .insert(users)
          .values({
            email: `${randomUUID()}${KEY_USER_DOMAIN}`,
            passwordHash: NO_PASSWORD,
            firstName: wanted.name,
            emailVerifiedAt: new Date(),
          })
          .returning({ id: users.id })
        const [row] = await tx
          .insert(apiKeys)
          .values({ ...values, userId: user!.id, organizationId, createdBy })
          .returning()
        await record(tx, organizationId, occurrenceOf('api_key.created', row!))
        return row!.id
      })
    const id = await withLock(`keys ${organizationId}`, insert)
    const rows = await this.ofOrganization(organizationId)
    return { row: rows.find((row) => row.id === id)!, secret }
  },

  /** @throws Refusal 404 */
  async removeFromOrganization(organizationId: string, id: string): Promise<void> {
    await db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(apiKeys)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.organizationId, organizationId)))
        .returning()
      if (!gone) throw notFound('api_key')
      await record(tx, organizationId, occurrenceOf('api_key.deleted', gone))
      await tx.delete(users).where(eq(users.id, gone.userId))
    })
  },

  /** Deletes the users of keys that were deleted with their organization. */
  async sweep() {
    const withKey = db.select({ id: apiKeys.userId }).from(apiKeys)
    await db.delete(users).where(and(like(users.email, `%${KEY_USER_DOMAIN}`), notInArray(users.id, withKey)))
  },

  /** @throws Refusal 404 */
  async remove(userId: string, id: string): Promise<void> {
    await db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(apiKeys)
        .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
        .returning()
      if (!gone) throw notFound('api_key')
      await recordForMember(tx, userId, occurrenceOf('api_key.deleted', gone))
    })
  },

  /**
   * Checked on each request, so that deleting a key takes effect at once.
   * @throws Refusal 401
   */
  async identify(secret: string): Promise<IdentifiedKey> {
    const now = new Date()
    const [key] = await db
      .select(getTableColumns(apiKeys))
      .from(apiKeys)
      .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.disabledAt)))
      .where(and(eq(apiKeys.secretHash, digestOf(secret)), isUnexpired(apiKeys.expiresAt)))
    if (!key) throw refusal('unknown_key')
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKeys.id, key.id),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, usesNotedBefore(now))),
        ),
      )
    return {
      identity: {
        id: key.userId,
        sessionId: '',
        refreshTokenId: '',
        expiresAt: key.expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER,
      },
      scopes: key.scopes,
      key: { id: key.id, name: key.name, isOfOrganization: key.organizationId !== null },
    }
  },
})
