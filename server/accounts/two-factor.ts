import { randomBytes } from 'node:crypto'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { BackupCodes, TwoFactor, TwoFactorSetup } from '../../src/services/contract/security.ts'
import { type Occurrence, recordForMember } from '../kernel/audit.ts'
import type { Config } from '../kernel/config/config.ts'
import type { Db, Tx } from '../kernel/db/open.ts'
import { backupCodes, twoFactors } from '../kernel/db/schema/index.ts'
import { MINUTE } from '../kernel/durations.ts'
import { invalid, refusal, refusalWith, tooManyRequests } from '../kernel/errors.ts'
import type { Device } from '../kernel/http/device.ts'
import { createSeal, digestOf } from '../kernel/secrets.ts'
import { say } from '../kernel/texts/say.ts'
import type { SignIns } from './sign-ins.ts'

const PERIOD = 30 // seconds
const WINDOW = 1 // periods that a phone's clock may be off
const SHOWN_FOR = 30 // periods that a secret can be confirmed in another tab
const BACKUP_CODES = 10
const WRONG_CODES_MAX = 5
const WRONG_CODES_WITHIN = 15 * MINUTE

const totpOf = (secret: string, label = 'account') =>
  new TOTP({ issuer: 'Lectern', label, secret: Secret.fromBase32(secret), digits: 6, period: PERIOD })

const plain = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

const codeHashOf = (userId: string, code: string) => digestOf(`${userId} ${plain(code)}`)

/** 80 bits, in four groups. */
const newBackupCode = () =>
  new Secret({ buffer: new Uint8Array(randomBytes(10)).buffer }).base32
    .toLowerCase()
    .replace(/(.{4})(?!$)/g, '$1-')

/** The period of a code, if neither it nor a later one has been used. */
function stepOf(secret: string, code: string, lastStep: number): number | null {
  const now = Date.now()
  const delta = totpOf(secret).validate({ token: plain(code), timestamp: now, window: WINDOW })
  if (delta === null) return null
  const step = Math.floor(now / 1000 / PERIOD) + delta
  return step > lastStep ? step : null
}

/** Turns it off; returns whether it was on. */
export async function endTwoFactor(
  tx: Tx,
  userId: string,
  occurrence: Omit<Occurrence, 'action'>,
): Promise<boolean> {
  await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
  const [gone] = await tx.delete(twoFactors).where(eq(twoFactors.userId, userId)).returning()
  if (!gone?.confirmedAt) return false
  await recordForMember(tx, userId, { action: 'account.two_factor_off', ...occurrence })
  return true
}

export type TwoFactors = ReturnType<typeof createTwoFactors>

/** The second step of log-in: codes of an authenticator, each valid once, and ten backup codes. */
export function createTwoFactors(db: Db, { jwtSecret }: Pick<Config, 'jwtSecret'>, signIns: SignIns) {
  const seal = createSeal(jwtSecret, 'two-factor')

  const locked = async (tx: Tx, userId: string) => {
    const [row] = await tx.select().from(twoFactors).where(eq(twoFactors.userId, userId)).for('update')
    return row ? { ...row, secret: seal.open(row.secret) } : null
  }

  const takeCode = async (tx: Tx, userId: string, secret: string | null, lastStep: number, code: string) => {
    const step = secret === null ? null : stepOf(secret, code, lastStep)
    if (step !== null) {
      await tx.update(twoFactors).set({ lastStep: step }).where(eq(twoFactors.userId, userId))
      return true
    }
    const used = await tx
      .delete(backupCodes)
      .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHashOf(userId, code))))
      .returning({ userId: backupCodes.userId })
    return used.length > 0
  }

  const putBackupCodes = async (tx: Tx, userId: string): Promise<BackupCodes> => {
    const codes = Array.from({ length: BACKUP_CODES }, newBackupCode)
    await tx.delete(backupCodes).where(eq(backupCodes.userId, userId))
    await tx.insert(backupCodes).values(codes.map((one) => ({ userId, codeHash: codeHashOf(userId, one) })))
    return { backup_codes: codes }
  }

  /**
   * Checks a code; a correct one is used up, a wrong one is counted.
   * @throws Refusal 429 after five wrong ones in a quarter of an hour
   */
  const check = async (userId: string, code: string | undefined, device: Device) => {
    const outcome = await db.transaction(async (tx) => {
      const row = await locked(tx, userId)
      if (!row?.confirmedAt) return 'passed'
      if (!code) return 'wanted'
      const wrong = await signIns.countSince(tx, userId, 'wrong_code', WRONG_CODES_WITHIN)
      if (wrong >= WRONG_CODES_MAX) return 'blocked'
      if (await takeCode(tx, userId, row.secret, row.lastStep, code)) return 'passed'
      await signIns.insert(tx, userId, 'wrong_code', device)
      return 'wrong'
    })
    if (outcome === 'blocked') throw tooManyRequests(WRONG_CODES_WITHIN / 1000)
    return outcome
  }

  return {
    /**
     * Accepts people without a second step, or with a correct code.
     * @throws Refusal 401 `code_required` or `wrong_code`, 429 after five wrong ones in a quarter of an hour
     */
    async pass(userId: string, code: string | undefined, device: Device): Promise<void> {
      const outcome = await check(userId, code, device)
      if (outcome === 'wanted') throw refusal('code_required')
      if (outcome === 'wrong') throw refusalWith('wrong_code', { fields: { code: say('wrong_code') } })
    },

    /**
     * Asks a signed-in person for a code before the second step is changed.
     * @throws Refusal 422 for `code`, 429 as above
     */
    async prove(userId: string, code: string, device: Device): Promise<void> {
      const outcome = await check(userId, code, device)
      if (outcome !== 'passed')
        throw invalid({ code: say(outcome === 'wanted' ? 'code_required' : 'wrong_code') })
    },

    async state(userId: string): Promise<TwoFactor> {
      const [row] = await db
        .select()
        .from(twoFactors)
        .where(and(eq(twoFactors.userId, userId), isNotNull(twoFactors.confirmedAt)))
      const left = await db.$count(backupCodes, eq(backupCodes.userId, userId))
      return { enabled: row !== undefined, backup_codes_left: row ? left : 0 }
    },

    /**
     * A secret to show; nothing changes until one of its codes is confirmed. Another tab may show it: it stays the
     * same for a quarter of an hour, and no longer, so that no one who saw it waits for its use.
     * @throws Refusal 409 if there is a second step already
     */
    async begin(userId: string, email: string): Promise<TwoFactorSetup> {
      const fresh = new Secret({ size: 20 }).base32
      // No earlier code counts.
      const lastStep = Math.floor(Date.now() / 1000 / PERIOD) - WINDOW - 1
      const values = { userId, secret: seal.close(fresh), lastStep }
      const secret = await db.transaction(async (tx) => {
        await tx.insert(twoFactors).values(values).onConflictDoNothing()
        const row = await locked(tx, userId)
        if (row?.confirmedAt) throw refusal('two_factor_on')
        if (row?.secret && row.lastStep > lastStep - SHOWN_FOR) return row.secret
        await tx.update(twoFactors).set(values).where(eq(twoFactors.userId, userId))
        return fresh
      })
      return { secret, uri: totpOf(secret, email).toString() }
    },

    /**
     * Turns it on; the backup codes are shown only once.
     * @throws Refusal 422 for a wrong code, 409 if it is on: the answer to an earlier try may have been lost
     */
    async confirm(userId: string, code: string): Promise<BackupCodes> {
      return db.transaction(async (tx) => {
        const row = await locked(tx, userId)
        if (row?.confirmedAt) throw refusal('two_factor_on')
        const step = row?.secret ? stepOf(row.secret, code, row.lastStep) : null
        if (step === null) throw invalid({ code: say('wrong_code') })
        await tx
          .update(twoFactors)
          .set({ confirmedAt: new Date(), lastStep: step })
          .where(eq(twoFactors.userId, userId))
        await recordForMember(tx, userId, { action: 'account.two_factor_on' })
        return putBackupCodes(tx, userId)
      })
    },

    /**
     * Ten new backup codes, shown only once; earlier ones become invalid.
     * @throws Refusal 409 if there is no second step
     */
    renewBackupCodes: (userId: string): Promise<BackupCodes> =>
      db.transaction(async (tx) => {
        const row = await locked(tx, userId)
        if (!row?.confirmedAt) throw refusal('two_factor_off')
        await recordForMember(tx, userId, { action: 'account.backup_codes_renewed' })
        return putBackupCodes(tx, userId)
      }),

    end: (tx: Tx, userId: string) => endTwoFactor(tx, userId, { actorId: userId }),

    /** Anyone who saw a secret that is not confirmed yet knows nothing of the next one. */
    forgetSetup: (tx: Tx, userId: string) =>
      tx.delete(twoFactors).where(and(eq(twoFactors.userId, userId), isNull(twoFactors.confirmedAt))),
  }
}
