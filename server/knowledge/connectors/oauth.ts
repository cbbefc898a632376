import * as oidc from 'openid-client'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { OAuth } from './connector.types.ts'
import type { ServiceHttp } from './service-http.ts'

const LIFETIME = 3_600 // seconds, where the service does not say
/** The server of a service says what is wrong with a request by these. */
const SAYS_WHY = [400, 401]

/** What a service gives to whoever has signed in there. */
export type Tokens = { access: string; refresh: string /** In ms of the epoch. */; expiresAt: number }
/** What is remembered between the way to the service and the way back. */
export type Checks = { state: string; codeVerifier: string }
type Parts = { service: OAuth; client: { id: string; secret: string }; http: ServiceHttp }

const asFailure = (error: unknown): FetchFailure => {
  const { cause } = error as Error
  if (cause instanceof FetchFailure) return cause
  return fetchFailure(
    error instanceof oidc.ResponseBodyError || error instanceof oidc.WWWAuthenticateChallengeError
      ? 'token_refused'
      : 'changed_shape',
  )
}
const throwing = (error: unknown): never => {
  throw asFailure(error)
}

/** Of a code that nobody has, this alone is said to whom it knows. */
const isKnown = (error: unknown) => error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant'

/** Speaks OAuth 2.0 with a service: authorization code with PKCE. What fails is thrown as a FetchFailure. */
export const createOAuth = ({ service, client, http }: Parts) => {
  const config = new oidc.Configuration(
    {
      issuer: service.issuer,
      authorization_endpoint: service.authorize,
      token_endpoint: service.token,
      revocation_endpoint: service.revoke,
    },
    client.id,
    client.secret,
  )
  // Which addresses may be asked without encryption is decided below, for all connectors alike.
  oidc.allowInsecureRequests(config)
  config[oidc.customFetch] = async (url, { body, headers, method }) => {
    const {
      status,
      headers: told,
      body: answer,
    } = await http.send(url, { method, headers, body: body as string | URLSearchParams }, SAYS_WHY)
    return new Response(answer as BodyInit, { status, headers: told })
  }
  const tokensOf = (answer: oidc.TokenEndpointResponse, refresh = answer.refresh_token): Tokens => {
    if (!refresh) throw fetchFailure('changed_shape')
    return {
      access: answer.access_token,
      refresh: answer.refresh_token ?? refresh,
      expiresAt: Date.now() + (answer.expires_in ?? LIFETIME) * 1_000,
    }
  }

  return {
    /** Tries the client with a code that nobody has, before a person is sent there with it. */
    async tryClient(redirectUri: string) {
      const parameters = {
        code: 'connection-test',
        redirect_uri: redirectUri,
        code_verifier: oidc.randomPKCECodeVerifier(),
      }
      await oidc.genericGrantRequest(config, 'authorization_code', parameters).catch((error: unknown) => {
        if (!isKnown(error)) throw asFailure(error)
      })
    },

    /** Where the browser is sent. */
    async pageFor(redirectUri: string, { state, codeVerifier }: Checks) {
      const { href } = oidc.buildAuthorizationUrl(config, {
        ...service.parameters,
        redirect_uri: redirectUri,
        scope: service.scopes.join(' '),
        state,
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      })
      return href
    },

    /** Trades the code that the browser came back with. */
    async exchange(cameTo: URL, { state, codeVerifier }: Checks) {
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier }
      return tokensOf(await oidc.authorizationCodeGrant(config, cameTo, checks).catch(throwing))
    },

    async renew({ refresh }: Tokens) {
      return tokensOf(await oidc.refreshTokenGrant(config, refresh).catch(throwing), refresh)
    },

    async revoke({ refresh }: Tokens) {
      await oidc.tokenRevocation(config, refresh).catch(throwing)
    },
  }
}
