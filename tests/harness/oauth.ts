import { createHash, randomBytes } from 'node:crypto'
import type { Exchange } from './service.ts'

type Client = { client_id: string; client_secret: string }
/** A service's variant of OAuth 2.0, as its public reference describes it. */
export type OAuthDialect = {
  client: Client
  authorize: string
  token: string
  revoke: string
  /** Required parameters of its authorization page. */
  asked: Readonly<Record<string, string>>
  /** Prefix of its tokens. */
  prefixes: { access: string; refresh: string; code: string }
  /** Authenticates its client by the header, and refuses unknown parameters. */
  isBasic?: true
  hasNoPkce?: true
  /** Issues a new refresh token each time, which invalidates the previous one. */
  rotates?: true
  /** In seconds; null if its tokens do not expire. */
  expiresIn?: number | null
  /** Identifies itself in the redirect back. */
  saysIssuer?: true
  /** Status of a refused code; GitHub refuses with a success status. */
  refusesWith?: 200 | 403
  /** What can be revoked; if it is the grant, by a separate call. */
  revokes?: 'access' | 'grant'
}

/** A person's grant, until its code is exchanged. */
type Grant = { challenge: string | null; redirectUri: string }

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')
const basicOf = ({ client_id, client_secret }: Client) =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

export const createOAuthServer = (dialect: OAuthDialect, isRefused: () => boolean) => {
  const { client, prefixes, expiresIn = 3_600 } = dialect
  const codes = new Map<string, Grant>()
  const access = new Set<string>()
  const refresh = new Set<string>()
  const issued: string[] = []
  const settings = {
    /** How often tokens were refreshed. */
    renewed: 0,
    /** How often tokens were requested, and what to wait for before they are issued. */
    waiting: 0,
    slow: null as Promise<void> | null,
  }
  const issue = (prefix: string, into?: Set<string>) => {
    const secret = `${prefix}${randomBytes(12).toString('hex')}`
    issued.push(secret)
    into?.add(secret)
    return secret
  }
  const end = () => {
    access.clear()
    refresh.clear()
  }

  /** Where the service's page sends the browser, for the person in front of it. */
  const decided = (page: string, decision: 'allow' | 'deny') => {
    const asked = new URL(page).searchParams
    const challenge = asked.get('code_challenge')
    const redirectUri = asked.get('redirect_uri') ?? ''
    const wanted = { client_id: client.client_id, response_type: 'code', ...dialect.asked }
    const isRight =
      Object.entries(wanted).every(([name, value]) => asked.get(name) === value) &&
      (dialect.hasNoPkce ? challenge === null : asked.get('code_challenge_method') === 'S256')
    if (!isRight) throw new Error(`not what the service expects: ${page}`)
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked.get('state') ?? '')
    if (decision === 'deny') back.searchParams.set('error', 'access_denied')
    else {
      const code = issue(prefixes.code)
      codes.set(code, { challenge, redirectUri })
      back.searchParams.set('code', code)
      if (dialect.saysIssuer) back.searchParams.set('iss', new URL(page).origin)
    }
    return back.href
  }

  const page = ({ request, url, response }: Exchange) => {
    const way = (decision: 'allow' | 'deny') =>
      decided(`http://${request.headers.host}${url.pathname}${url.search}`, decision).replaceAll('&', '&amp;')
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        `<!doctype html><html lang="en"><title>Sign in</title><main><h1>Lectern wants to see your files</h1><p>ann@example.test</p><a href="${way('allow')}">Allow</a> <a href="${way('deny')}">Cancel</a></main></html>`,
      )
  }

  const trade = async ({ request, text, send }: Exchange) => {
    const asked = Object.fromEntries(new URLSearchParams(text))
    const isGithub = dialect.refusesWith === 200
    const refuse = (error: string, status = dialect.refusesWith ?? 400) =>
      send({ error, error_description: 'Refused' }, isGithub ? 200 : status)
    const isClient = dialect.isBasic
      ? request.headers.authorization === basicOf(client)
      : asked.client_id === client.client_id && asked.client_secret === client.client_secret
    if (!isClient) return refuse(isGithub ? 'incorrect_client_credentials' : 'invalid_client', 401)
    settings.waiting++
    await settings.slow
    const given = () => ({
      token_type: 'Bearer',
      ...(expiresIn !== null && { expires_in: expiresIn }),
      access_token: issue(prefixes.access, access),
    })
    if (asked.grant_type === 'refresh_token') {
      const before = asked.refresh_token ?? ''
      if (isRefused() || !refresh.has(before)) return refuse('invalid_grant')
      settings.renewed++
      if (!dialect.rotates) return send(given())
      refresh.delete(before)
      return send({ ...given(), refresh_token: issue(prefixes.refresh, refresh) })
    }
    const grant = codes.get(asked.code ?? '')
    codes.delete(asked.code ?? '')
    const proof = asked.code_verifier === undefined ? null : challengeOf(asked.code_verifier)
    if (grant?.redirectUri !== asked.redirect_uri || grant?.challenge !== proof)
      return refuse(isGithub ? 'bad_verification_code' : 'invalid_grant')
    return send({ ...given(), refresh_token: issue(prefixes.refresh, refresh) })
  }

  const revoke = ({ request, text, body, send }: Exchange) => {
    if (dialect.revokes === 'grant') {
      const { access_token } = (body ?? {}) as { access_token?: string }
      if (request.headers.authorization !== basicOf(client)) return send({ message: 'Not Found' }, 404)
      if (!access.has(access_token ?? '')) return send({ message: 'Validation Failed' }, 422)
      end()
      return send(null, 204)
    }
    if (dialect.isBasic && request.headers.authorization !== basicOf(client))
      return send({ error: 'invalid_client' }, 401)
    const known = dialect.revokes === 'access' ? access : refresh
    const token = new URLSearchParams(text).get('token') ?? ''
    if (!known.delete(token)) return send({ error: 'invalid_token' }, 400)
    // A grant ends with all tokens issued from it.
    access.clear()
    if (dialect.revokes === 'access') refresh.clear()
    return send({})
  }

  return {
    settings,
    decided,
    issued: () => issued,
    /** A token, as if someone had granted it. */
    grant: () => issue(prefixes.access, access),
    /** Expires its hourly tokens early. */
    endAccess: () => access.clear(),
    refreshTokens: () => [...refresh],
    isGiven: (authorization: string | undefined) => access.has(authorization?.replace('Bearer ', '') ?? ''),

    /** Answers requests of the log-in; false for all others. */
    async answer(exchange: Exchange) {
      const { pathname } = exchange.url
      const { method } = exchange.request
      if (pathname === dialect.authorize) page(exchange)
      else if (method === 'POST' && pathname === dialect.token) await trade(exchange)
      else if (method === (dialect.revokes === 'grant' ? 'DELETE' : 'POST') && pathname === dialect.revoke)
        revoke(exchange)
      else return false
      return true
    },
  }
}
export type OAuthServer = ReturnType<typeof createOAuthServer>
