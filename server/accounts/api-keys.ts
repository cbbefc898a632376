import { createHash, randomBytes } from 'node:crypto'
import { and, desc, eq, getTableColumns, gt, isNull, lt, or } from 'drizzle-orm'
import type { ApiKeyScope, NewApiKey } from '../../src/services/contract/security.ts'
import type { Db } from '../db/open.ts'
import { apiKeys, users } from '../db/schema/index.ts'
import { conflict, notFound, unauthorized } from '../errors.ts'
import type { Identity } from './authentication.ts'

export type ApiKeyRow = typeof apiKeys.$inferSelect

export const KEY_PREFIX = 'lk_'
const SHOWN = KEY_PREFIX.length + 6
const KEYS_MAX = 50 // of one person
const DAY = 24 * 3_600_000 // ms
const USE_NOTED_EVERY = 60_000 // ms

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Keys that programs use in the name of the person who made them. */
export const createApiKeys = (db: Db) => ({
  of: (userId: string): Promise<ApiKeyRow[]> =>
    db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).orderBy(desc(apiKeys.createdAt)),

  /** @throws Refusal 409 when there are too many */
  async create(userId: string, { name, scopes, expires_in_days }: NewApiKey) {
    const mine = await db.$count(apiKeys, eq(apiKeys.userId, userId))
    if (mine >= KEYS_MAX) throw conflict('too_many_keys', `You have ${KEYS_MAX} keys: delete one first.`)
    const secret = KEY_PREFIX + randomBytes(32).toString('base64url')
    const [row] = await db
      .insert(apiKeys)
      .values({
        userId,
        name,
        prefix: secret.slice(0, SHOWN),
        secretHash: hashOf(secret),
        scopes: [...new Set(scopes)],
        expiresAt: expires_in_days === null ? null : new Date(Date.now() + expires_in_days * DAY),
      })
      .returning()
    return { row: row!, secret }
  },

  /** @throws Refusal 404 */
  async remove(userId: string, id: string): Promise<void> {
    const gone = await db
      .delete(apiKeys)
      .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
      .returning({ id: apiKeys.id })
    if (gone.length === 0) throw notFound('API key')
  },

  /**
   * Asked on each request, so that a deleted key ends at once.
   * @throws Refusal 401
   */
  async identify(secret: string): Promise<{ identity: Identity; scopes: readonly ApiKeyScope[] }> {
    const now = new Date()
    const [key] = await db
      .select(getTableColumns(apiKeys))
      .from(apiKeys)
      .innerJoin(users, and(eq(users.id, apiKeys.userId), isNull(users.disabledAt)))
      .where(
        and(
          eq(apiKeys.secretHash, hashOf(secret)),
          or(isNull(apiKeys.expiresAt), gt(apiKeys.expiresAt, now)),
        ),
      )
    if (!key) throw unauthorized('This API key does not exist or has expired.')
    await db
      .update(apiKeys)
      .set({ lastUsedAt: now })
      .where(
        and(
          eq(apiKeys.id, key.id),
          or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, new Date(now.getTime() - USE_NOTED_EVERY))),
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
    }
  },
})
