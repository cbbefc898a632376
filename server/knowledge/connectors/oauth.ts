import * as oidc from 'openid-client'
import * as z from 'zod/mini'
import { boundedJson } from '../../kernel/fetching/bounded-json.ts'
import { FetchFailure, fetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { OAuth } from './connector.types.ts'
import type { ServiceHttp } from './service-http.ts'

/** The server of a service says what is wrong with a request by these. */
const SAYS_WHY = [400, 401, 403, 404]
/** GitHub says it with success. */
const Refusal = z.object({ error: z.string() })
/** A token of these was revoked before, or has ended. */
const IS_GONE = [404, 422]
/** Of a code that nobody has, this alone is said to whom the service knows. */
const WRONG_CODE: readonly string[] = ['invalid_grant', 'bad_verification_code']

/** What a service gives to whoever has signed in there. */
export type Tokens = {
  access: string
  /** What renews it; null where it is never renewed. */
  refresh: string | null
  /** In ms of the epoch; null where the service does not say. */
  expiresAt: number | null
}
/** What is remembered between the way to the service and the way back. */
export type Checks = { state: string; codeVerifier: string }
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
    // The library's own writes a dash in another way, which some do not read.
    service.client === 'basic'
      ? (_server, _client, _body, headers) => headers.set('authorization', basicOf(client))
      : oidc.ClientSecretPost(client.secret),
  )
  // Which addresses may be asked without encryption is decided below, for all connectors alike.
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
  const proofOf = async (codeVerifier: string) =>
    service.hasNoPkce
      ? {}
      : {
          code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        }

  const renew = async ({ refresh }: Tokens) => {
    if (refresh === null) throw fetchFailure('token_refused')
    return tokensOf(await oidc.refreshTokenGrant(config, refresh).catch(throwing), refresh)
  }

  return {
    renew,

    /** Tries the client with a code that nobody has, before a person is sent there with it. */
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

    /** Where the browser is sent. */
    async pageFor(redirectUri: string, { state, codeVerifier }: Checks) {
      const { href } = oidc.buildAuthorizationUrl(config, {
        ...service.parameters,
        redirect_uri: redirectUri,
        ...(service.scopes && { scope: service.scopes.join(' ') }),
        state,
        ...(await proofOf(codeVerifier)),
      })
      return href
    },

    /** Trades the code that the browser came back with. */
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
