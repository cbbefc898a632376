import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { listening } from './listening.ts'

type Claims = Record<string, unknown>

/** Parts of a correct answer that a test replaces. */
export type Override = {
  claims?: (correct: Claims) => Claims
  metadata?: (correct: Claims) => Claims
  /** Answers the token endpoint itself, or never. */
  token?: (response: ServerResponse) => void
  discovery?: (response: ServerResponse) => void
  /** Signs the ID token with an unpublished key. */
  otherKey?: boolean
  /** Added to the redirect back. */
  iss?: string
}

/** A minimal OpenID provider whose answers a test replaces; any code is valid once. */
export const startHostileProvider = async (clientId: string) => {
  const [shown, unseen] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(shown.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' }
  const state: { override: Override; nonce: string } = { override: {}, nonce: '' }
  const asked: string[] = []
  const json = (response: ServerResponse, value: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(value))

  const sign = (claims: Claims, type = 'JWT') =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k', typ: type })
      .sign(state.override.otherKey ? unseen.privateKey : shown.privateKey)
  const now = () => Math.floor(Date.now() / 1000)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', issuer)
    asked.push(pathname)
    if (pathname === '/.well-known/openid-configuration') {
      if (state.override.discovery) return state.override.discovery(response)
      const correct = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }
      return json(response, state.override.metadata?.(correct) ?? correct)
    }
    if (pathname === '/jwks') return json(response, { keys: [jwk] })
    if (pathname !== '/token') return response.writeHead(404).end()
    if (state.override.token) return state.override.token(response)
    const correct = {
      iss: issuer,
      aud: clientId,
      sub: 'mallory',
      nonce: state.nonce,
      iat: now(),
      exp: now() + 300,
      email: 'mallory@acme.test',
      email_verified: true,
    }
    const claims = state.override.claims?.(correct) ?? correct
    return json(response, {
      access_token: 'access',
      token_type: 'Bearer',
      expires_in: 300,
      id_token: await sign(claims),
    })
  }
  const server = createServer((request, response) => void answer(request, response))
  const { port, url: issuer, close } = await listening(server)

  return {
    issuer,
    port,
    asked,
    sign,
    override: (override: Override) => {
      state.override = override
    },
    /** The redirect back to the app, for an authorization address. */
    wayBack(authorization: URL, changes: Record<string, string> = {}): string {
      const query = authorization.searchParams
      state.nonce = query.get('nonce') ?? ''
      const back = new URL(query.get('redirect_uri') ?? '')
      const all = {
        code: crypto.randomUUID(),
        state: query.get('state') ?? '',
        ...(state.override.iss && { iss: state.override.iss }),
        ...changes,
      }
      for (const [name, value] of Object.entries(all)) back.searchParams.set(name, value)
      return back.href
    },
    close,
  }
}
export type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>
