import { setTimeout as wait } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'

/** How long an authenticator's code is valid. */
const STEP = 30_000 // ms
/** A test takes less, even on a busy machine. */
const LEFT_MIN = 5_000 // ms

/** Codes next to the current one are accepted: a test that uses them does not begin at the end of a step. */
export const stepWithTimeLeft = async () => {
  const left = STEP - (Date.now() % STEP)
  if (left < LEFT_MIN) await wait(left)
}

/** The authenticator's code this many steps from now. */
export const codeOf = (secret: string, step = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + step * STEP })
