import { and, eq, gt, isNotNull, isNull, lt } from 'drizzle-orm'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import type { Db } from '../../kernel/db/open.ts'
import { providerSignIns } from '../../kernel/db/schema/index.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { digestOf, type Seal } from '../../kernel/secrets.ts'

export const ATTEMPT_SECONDS = 15 * 60
const COLLECTED_WITHIN = MINUTE

/** The signed-in person, until the app's page fetches the tokens. */
export type SignedIn = {
  userId: string
  organizationId: string
  subject: string
  sid: string | null
  refreshToken: string | null
}
export type Attempts = ReturnType<typeof createAttempts>

/** Sign-ins in progress. Each belongs to the browser that began it, and is used once. */
export const createAttempts = (db: Db, seal: Seal) => ({
  async begin(organizationId: string, returnTo: string) {
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
    const browser = randomState()
    await db.insert(providerSignIns).values({
      stateHash: digestOf(checks.state),
      browserHash: digestOf(browser),
      organizationId,
      codeVerifier: checks.codeVerifier,
      nonce: checks.nonce,
      returnTo,
      expiresAt: new Date(Date.now() + ATTEMPT_SECONDS * 1000),
    })
    return { checks, browser }
  },

  /** Null if it is another browser's or organization's, used, or too old. */
  async take(organizationId: string, state: string, browser: string) {
    const [row] = await db
      .update(providerSignIns)
      .set({ usedAt: new Date() })
      .where(
        and(
          eq(providerSignIns.stateHash, digestOf(state)),
          eq(providerSignIns.browserHash, digestOf(browser)),
          eq(providerSignIns.organizationId, organizationId),
          isNull(providerSignIns.usedAt),
          gt(providerSignIns.expiresAt, new Date()),
        ),
      )
      .returning()
    return row ?? null
  },

  finish: (stateHash: string, signedIn: SignedIn) =>
    db
      .update(providerSignIns)
      .set({
        result: seal.close(JSON.stringify(signedIn)),
        expiresAt: new Date(Date.now() + COLLECTED_WITHIN),
      })
      .where(eq(providerSignIns.stateHash, stateHash)),

  /** Works once: null for a second or late call. */
  async collect(browser: string): Promise<SignedIn | null> {
    const [row] = await db
      .delete(providerSignIns)
      .where(
        and(
          eq(providerSignIns.browserHash, digestOf(browser)),
          isNotNull(providerSignIns.result),
          gt(providerSignIns.expiresAt, new Date()),
        ),
      )
      .returning()
    const opened = row?.result ? seal.open(row.result) : null
    return opened === null ? null : (JSON.parse(opened) as SignedIn)
  },

  sweep: () => db.delete(providerSignIns).where(lt(providerSignIns.expiresAt, new Date())),
})
