import { createRemoteJWKSet, decodeJwt, customFetch as fetchOfJose, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { isLoopback } from '../../kernel/address.ts'
import { MINUTE } from '../../kernel/durations.ts'
import type { GuardedHttp } from '../../kernel/fetching/guarded-http.ts'
import type { Seal } from '../../kernel/secrets.ts'
import type { Claims } from './claims.ts'
import { invalidProvider, providerFailureOf } from './failures.ts'
import type { ProviderRow } from './settings.repository.ts'

const PATIENCE = 10 // seconds for a call
const CLOCK_TOLERANCE = 30 // seconds
const KEPT = 10 * MINUTE // ms that discovered metadata is valid
const SCOPES = ['openid', 'email', 'profile']
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const ASYMMETRIC = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

type Connection = Pick<ProviderRow, 'issuer' | 'clientId' | 'clientSecret'>
/** State kept between leaving for the provider and returning. */
type Checks = { state: string; nonce: string; codeVerifier: string }

const LogoutClaims = z.object({
  iat: z.number(),
  sub: z.optional(z.string()),
  sid: z.optional(z.string()),
  events: z.record(z.string(), z.unknown()),
})
export type LogoutClaims = z.infer<typeof LogoutClaims>

/** Every provider that declares no method supports Basic (OpenID Connect Core 1.0, section 9). */
const authentication = (secret: string): oidc.ClientAuth => {
  const [basic, post] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

const throwing = (error: unknown): never => {
  throw providerFailureOf(error)
}

export type Provider = ReturnType<typeof createProvider>

/** Talks OpenID Connect to organizations' providers, at addresses that people entered. */
export const createProvider = ({ guarded, seal }: { guarded: Pick<GuardedHttp, 'fetch'>; seal: Seal }) => {
  const known = new Map<string, { config: oidc.Configuration; until: number }>()
  // Its body types may be narrower than the library's.
  const call: oidc.CustomFetch = (url, options) => guarded.fetch(url, options as RequestInit)

  const discover = async ({ issuer, clientId, clientSecret }: Connection) => {
    const address = URL.parse(issuer)
    if (!address) throw invalidProvider('issuer_not_address')
    const secret = seal.open(clientSecret)
    if (secret === null) throw invalidProvider('provider_secret_lost')
    const config = await oidc
      .discovery(address, clientId, undefined, authentication(secret), {
        [oidc.customFetch]: call,
        timeout: PATIENCE,
        execute: [
          oidc.enableNonRepudiationChecks,
          ...(address.protocol === 'http:' && isLoopback(address.hostname)
            ? [oidc.allowInsecureRequests]
            : []),
        ],
      })
      .catch(throwing)
    const metadata = config.serverMetadata()
    // The library accepts some vendor issuers that cover every tenant: those vouch for anyone.
    if (URL.parse(metadata.issuer)?.href !== address.href)
      throw invalidProvider('provider_names_other_issuer')
    if (!metadata.authorization_endpoint || !metadata.token_endpoint || !metadata.jwks_uri)
      throw invalidProvider('provider_no_endpoints')
    return config
  }

  const connect = async (connection: Connection): Promise<oidc.Configuration> => {
    const key = JSON.stringify([connection.issuer, connection.clientId, connection.clientSecret])
    const found = known.get(key)
    if (found && found.until > Date.now()) return found.config
    const config = await discover(connection)
    for (const [one, { until }] of known) if (until <= Date.now()) known.delete(one)
    known.set(key, { config, until: Date.now() + KEPT })
    return config
  }

  const keysOf = (config: oidc.Configuration) =>
    createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
      timeoutDuration: PATIENCE * 1000,
      [fetchOfJose]: (url, options) => guarded.fetch(url, options),
    })

  return {
    /**
     * Repeats the discovery and tries the client's credentials with an invalid code.
     * @throws ProviderFailure
     */
    async test(connection: Connection, redirectUri: string): Promise<void> {
      const config = await discover(connection)
      await keysOf(config)
        .reload()
        .catch((error: unknown) => {
          const { kind } = providerFailureOf(error)
          throw kind === 'unreachable'
            ? providerFailureOf(error)
            : invalidProvider('provider_keys_unreadable')
        })
      const parameters = {
        code: 'connection-test',
        redirect_uri: redirectUri,
        code_verifier: oidc.randomPKCECodeVerifier(),
      }
      await oidc.genericGrantRequest(config, 'authorization_code', parameters).catch((error: unknown) => {
        const failure = providerFailureOf(error)
        if (failure.code === 'invalid_client' || failure.code === 'unauthorized_client')
          throw invalidProvider('provider_client_refused')
        if (failure.kind !== 'refused' && failure.kind !== 'invalid') throw failure
      })
    },

    /** Where to send the browser. @throws ProviderFailure */
    async authorizationUrl(connection: Connection, redirectUri: string, checks: Checks) {
      const config = await connect(connection)
      const { scopes_supported: supported = [] } = config.serverMetadata()
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: [...SCOPES, ...(supported.includes('offline_access') ? ['offline_access'] : [])].join(' '),
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      }).href
    },

    /**
     * Exchanges the code that the browser returned with. Checks state, `iss`, PKCE, nonce, and signature,
     * issuer and audience of the ID token.
     * @throws ProviderFailure
     */
    async exchange(connection: Connection, cameTo: URL, { state, nonce, codeVerifier }: Checks) {
      const config = await connect(connection)
      const tokens = await oidc
        .authorizationCodeGrant(config, cameTo, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        })
        .catch(throwing)
      const claims = tokens.claims()!
      // The standard requires neither.
      if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE) throw invalidProvider('provider_token_future')
      if (/\p{Cc}/u.test(`${claims.sub}${claims.sid ?? ''}`)) throw invalidProvider('provider_token_control')
      return {
        claims: claims as Claims,
        refreshToken: tokens.refresh_token ?? null,
        /** Further claims about the same person, if the ID token is not enough. */
        async userInfo(): Promise<Claims> {
          if (!config.serverMetadata().userinfo_endpoint) return claims as Claims
          const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub).catch(throwing)
          return { ...more, ...claims }
        },
      }
    },

    /** The next refresh token. @throws ProviderFailure: `invalid_grant` if the account or its session has ended */
    async refresh(connection: Connection, refreshToken: string, subject: string): Promise<string> {
      const config = await connect(connection)
      const tokens = await oidc.refreshTokenGrant(config, refreshToken).catch(throwing)
      const claims = tokens.claims()
      if (claims && claims.sub !== subject) throw invalidProvider('provider_token_other')
      return tokens.refresh_token ?? refreshToken
    },

    /** The claims of a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). @throws ProviderFailure */
    async readLogout(connection: Connection, token: string): Promise<LogoutClaims> {
      try {
        // Checked before the provider's keys are requested: invalid tokens cause no calls.
        const { iss, aud } = decodeJwt(token)
        if (
          ![aud].flat().includes(connection.clientId) ||
          URL.parse(iss ?? '')?.href !== URL.parse(connection.issuer)?.href
        )
          throw invalidProvider('provider_token_other')
        const config = await connect(connection)
        const { payload } = await jwtVerify(token, keysOf(config), {
          issuer: config.serverMetadata().issuer,
          audience: connection.clientId,
          algorithms: ASYMMETRIC,
          maxTokenAge: '5m',
          clockTolerance: CLOCK_TOLERANCE,
          requiredClaims: ['jti', 'events'],
        })
        const claims = z.parse(LogoutClaims, payload)
        const isLogout = LOGOUT_EVENT in claims.events && payload.nonce === undefined
        if (!isLogout || (claims.sub === undefined && claims.sid === undefined))
          throw invalidProvider('no_logout_token')
        return claims
      } catch (error) {
        return throwing(error)
      }
    },
  }
}
