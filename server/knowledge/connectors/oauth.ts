import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { boundedJson } from '../../kernel/fetching/bounded-json.ts'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { OAuth } from './connector.types.ts'
import type { ServiceHttp } from './service-http.ts'

/** Statuses with which a service explains a faulty request. */
const SAYS_WHY = [400, 401, 403, 404]
/** GitHub reports it with a success status. */
const Refusal = z.object({ error: z.string() })
/** With these, a token was already revoked or has expired. */
const IS_GONE = [404, 422]
/** Only errors like these for an invalid code mean that the client is accepted. */
const WRONG_CODE: readonly string[] = ['invalid_grant', 'bad_verification_code']

/** Tokens that a service issues after a sign-in. */
export type Tokens = {
  access: string
  /** The renewing token; null if it is never renewed. */
  refresh: string | null
  /** In ms since the epoch; null if the service does not say. */
  expiresAt: number | null
}
/** State kept between leaving for the service and returning. */
type Checks = { state: string; codeVerifier: string }
type Client = { id: string; secret: string }
type Parts = { service: OAuth; client: Client; http: ServiceHttp }

const asFailure = (error: unknown): FetchFailure => {
  if (error instanceof FetchFailure) return error
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

const isKnown = (error: unknown) =>
  error instanceof oidc.ResponseBodyError && WRONG_CODE.includes(error.error)

const basicOf = ({ id, secret }: Client) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`

/** OAuth 2.0 with a service: authorization code with PKCE. Failures are thrown as a FetchFailure. */
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
    // The library encodes a dash differently, which some services do not accept.
    service.client === 'basic'
      ? (_server, _client, _body, headers) => headers.set('authorization', basicOf(client))
      : oidc.ClientSecretPost(client.secret),
  )
  // For all connectors, `http` decides which addresses may be called without encryption.
  oidc.allowInsecureRequests(config)
  config[oidc.customFetch] = async (url, { body, headers, method }) => {
    const answer = await http.send(url, { method, headers, body: body as string | URLSearchParams }, SAYS_WHY)
    const isRefused =
      answer.status === 200 && url === service.token && Refusal.safeParse(boundedJson(answer.body)).success
    const status = isRefused ? 400 : answer.status
    return new Response(answer.body as BodyInit, { status, headers: answer.headers })
  }
  const tokensOf = (answer: oidc.TokenEndpointResponse, refresh: string | null = null): Tokens => ({
    access: answer.access_token,
    refresh: answer.refresh_token ?? refresh,
    expiresAt: answer.expires_in === undefined ? null : Date.now() + answer.expires_in * 1_000,
  })
  const renew = async ({ refresh }: Tokens) => {
    if (refresh === null) throw fetchFailure('token_refused')
    return tokensOf(await oidc.refreshTokenGrant(config, refresh).catch(throwing), refresh)
  }

  return {
    renew,

    /** Tests the client with an invalid code, before a person is sent there with it. */
    async tryClient(redirectUri: string) {
      const parameters = {
        code: 'connection-test',
        redirect_uri: redirectUri,
        ...(!service.hasNoPkce && { code_verifier: oidc.randomPKCECodeVerifier() }),
      }
      await oidc.genericGrantRequest(config, 'authorization_code', parameters).catch((error: unknown) => {
        if (!isKnown(error)) throw asFailure(error)
      })
    },

    /** Where to send the browser. */
    async pageFor(redirectUri: string, { state, codeVerifier }: Checks) {
      const { href } = oidc.buildAuthorizationUrl(config, {
        ...service.parameters,
        redirect_uri: redirectUri,
        ...(service.scopes && { scope: service.scopes.join(' ') }),
        state,
        ...(!service.hasNoPkce && {
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }),
      })
      return href
    },

    /** Exchanges the code that the browser returned with. */
    async exchange(cameTo: URL, { state, codeVerifier }: Checks) {
      const checks = { expectedState: state, ...(!service.hasNoPkce && { pkceCodeVerifier: codeVerifier }) }
      return tokensOf(await oidc.authorizationCodeGrant(config, cameTo, checks).catch(throwing))
    },

    async revoke(tokens: Tokens) {
      if (!service.revokes && tokens.refresh)
        return void (await oidc.tokenRevocation(config, tokens.refresh).catch(throwing))
      const isOver = tokens.expiresAt !== null && tokens.expiresAt <= Date.now()
      const { access } = isOver ? await renew(tokens) : tokens
      if (service.revokes !== 'grant')
        return void (await oidc.tokenRevocation(config, access).catch(throwing))
      const headers = { authorization: basicOf(client), 'content-type': 'application/json' }
      const body = JSON.stringify({ access_token: access })
      await http.send(service.revoke, { method: 'DELETE', headers, body }, IS_GONE)
    },
  }
}
