import { createSecretKey } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import * as z from 'zod/mini'
import { unauthorized } from '../kernel/errors.ts'

export const ACCESS_SECONDS = 15 * 60
export const REFRESH_SECONDS = 30 * 24 * 60 * 60

const ISSUER = 'lectern'
const LENGTH_MAX = 4096
const CLOCK_TOLERANCE = 5 // seconds between two servers

const Claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  /** Row of the refresh token: the token itself, or the one issued with the access token. */
  jti: z.uuid(),
  typ: z.enum(['access', 'refresh']),
  exp: z.number(),
})
type Claims = z.infer<typeof Claims>

/** A token's owner: user, session and row of the refresh token. */
type Subject = { userId: string; sessionId: string; refreshTokenId: string }

/** Signs and reads both kinds of token (S3.1). The same claims give the same token, byte for byte. */
export function createTokens(secret: string) {
  const bytes = createSecretKey(secret, 'utf8').export()
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ])

  const sign = async (typ: Claims['typ'], subject: Subject, issuedAt: number, seconds: number) =>
    new SignJWT({ sid: subject.sessionId, typ })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(subject.userId)
      .setJti(subject.refreshTokenId)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + seconds)
      .sign(await key)

  return {
    access: (subject: Subject) => sign('access', subject, Math.floor(Date.now() / 1000), ACCESS_SECONDS),
    refresh: (subject: Subject, createdAt: Date) =>
      sign('refresh', subject, Math.floor(createdAt.getTime() / 1000), REFRESH_SECONDS),

    /**
     * The claims of an unexpired token of this kind, signed by us.
     * @throws Refusal 401
     */
    async read(typ: Claims['typ'], token: string): Promise<Claims> {
      if (token.length > LENGTH_MAX) throw unauthorized()
      try {
        const { payload } = await jwtVerify(token, await key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: ISSUER,
          clockTolerance: CLOCK_TOLERANCE,
        })
        const claims = z.parse(Claims, payload)
        if (claims.typ === typ) return claims
      } catch {
        // The response is the same for every fault.
      }
      throw unauthorized()
    },
  }
}
export type Tokens = ReturnType<typeof createTokens>
