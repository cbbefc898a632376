import type { Tokens } from '../../machines/accounts/session/session.types.ts'
import type { TokenPair } from '../contract/accounts.ts'

type Claims = Readonly<Record<string, unknown>>

const LENGTH_MAX = 16_384

/** The claims of a JWT, unverified: checking its signature is the server's job. null if it is not a JWT. */
export function claimsOf(token: string): Claims | null {
  const [, payload, signature, ...more] = token.split('.')
  if (token.length > LENGTH_MAX || !payload || signature === undefined || more.length > 0) return null
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
      char.charCodeAt(0),
    )
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Claims) : null
  } catch {
    return null
  }
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

/** Ms of the server's clock; null if the claim is missing or cannot be valid. */
function expiryOf(claims: Claims | null, notBefore: number): number | null {
  const { exp } = claims ?? {}
  return isTime(exp) && exp * 1000 > notBefore ? exp * 1000 : null
}

const shifted = (time: number | null, offset: number) => (time === null ? null : time + offset)

/** A pair with a known clock offset; null if the access token is not a JWT. */
export function tokensFrom(access: string, refresh: string, clockOffset: number): Tokens | null {
  const claims = claimsOf(access)
  if (!claims) return null
  const { iat, sub } = claims
  const issued = isTime(iat) ? iat * 1000 : 0
  return {
    access,
    refresh,
    expiresAt: shifted(expiryOf(claims, issued), clockOffset),
    refreshExpiresAt: shifted(expiryOf(claimsOf(refresh), 0), clockOffset),
    clockOffset,
    subject: typeof sub === 'string' ? sub : null,
  }
}

/** A pair that was just received: its `iat` shows the offset between the two clocks. */
export function receivedTokens(pair: TokenPair, now: number): Tokens | null {
  const { iat } = claimsOf(pair.access_token) ?? {}
  return tokensFrom(pair.access_token, pair.refresh_token, isTime(iat) ? now - iat * 1000 : 0)
}
