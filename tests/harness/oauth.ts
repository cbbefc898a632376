import { createHash, randomBytes } from 'node:crypto'
import type { Exchange } from './service.ts'

type Client = { client_id: string; client_secret: string }
/** How a service speaks OAuth 2.0, as its public reference describes it. */
export type OAuthDialect = {
  client: Client
  authorize: string
  token: string
  revoke: string
  /** What its page wants to be asked with. */
  asked: Readonly<Record<string, string>>
  /** How its tokens begin. */
  prefixes: { access: string; refresh: string; code: string }
  /** Knows its client by the header, and refuses what it does not know. */
  isBasic?: true
  hasNoPkce?: true
  /** Gives another token to renew by each time, and the one before is over. */
  rotates?: true
  /** In seconds; null where its tokens do not expire. */
  expiresIn?: number | null
  /** Says who it is where the browser comes back. */
  saysIssuer?: true
  /** With which status it refuses a code; GitHub says that it refuses with success. */
  refusesWith?: 200 | 403
  /** What is revoked there; where it is the grant, by a call of its own. */
  revokes?: 'access' | 'grant'
}

/** What somebody has allowed, until its code is traded. */
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
    /** How often tokens were renewed. */
    renewed: 0,
    /** How often tokens were asked for, and what is waited for before they are given. */
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

  /** Where the browser is sent from the page of the service, by whoever stands before it. */
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
    // A grant ends with all that it gave.
    access.clear()
    if (dialect.revokes === 'access') refresh.clear()
    return send({})
  }

  return {
    settings,
    decided,
    issued: () => issued,
    /** A token, as if somebody had allowed it. */
    grant: () => issue(prefixes.access, access),
    /** Ends what it has given for an hour, before that is over. */
    endAccess: () => access.clear(),
    refreshTokens: () => [...refresh],
    isGiven: (authorization: string | undefined) => access.has(authorization?.replace('Bearer ', '') ?? ''),

    /** Answers what is asked of the log-in; false for everything else. */
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
