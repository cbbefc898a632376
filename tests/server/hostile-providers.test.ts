import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Company, type CompanyServer, foundCompany, startCompanyServer } from '../harness/company.ts'
import { type Deceit, type HostileProvider, startHostileProvider } from '../harness/hostile-provider.ts'
import { createWanderer } from '../harness/openid-provider.ts'

const CLIENT = { clientId: 'lectern', clientSecret: 'a secret of the provider' }
const DOMAIN = 'acme.test'
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} }

describe('providers that lie', () => {
  let company: CompanyServer
  let acme: Company
  let provider: HostileProvider

  beforeAll(async () => {
    company = await startCompanyServer()
    acme = await foundCompany(company)
    provider = await startHostileProvider(CLIENT.clientId)
    company.allow(provider.port)
    await acme.use({ issuer: provider.issuer, ...CLIENT })
    await acme.verify(DOMAIN)
  })
  beforeEach(() => provider.lie({}))
  afterAll(async () => {
    await provider.close()
    await company.close()
  })

  const wander = async (changes: Record<string, string> = {}) => {
    const wanderer = createWanderer()
    const { origin } = new URL(company.server.context.link('/'))
    const begun = await wanderer.send(`${origin}/api/v1/login/company/start?domain=${DOMAIN}`)
    const to = new URL(begun.headers.get('location') ?? '')
    if (to.origin !== provider.issuer) return { wanderer, to }
    const back = await wanderer.send(provider.wayBack(to, changes))
    return { wanderer, to: new URL(back.headers.get('location') ?? '') }
  }
  const problem = async (changes?: Record<string, string>) =>
    (await wander(changes)).to.searchParams.get('problem')

  it('sign in when they do not', async () => {
    expect(await problem()).toBeNull()
  })

  it.each<[string, Deceit]>([
    ['another issuer', { claims: (honest) => ({ ...honest, iss: 'https://evil.test' }) }],
    ['another audience', { claims: (honest) => ({ ...honest, aud: 'another client' }) }],
    ['another nonce', { claims: (honest) => ({ ...honest, nonce: 'replayed' }) }],
    ['no nonce', { claims: ({ nonce: _, ...honest }) => honest }],
    ['an expired token', { claims: (honest) => ({ ...honest, exp: 1, iat: 0 }) }],
    ['a foreign signature', { otherKey: true }],
    ['the iss of another provider (mix-up)', { iss: 'https://evil.test' }],
    ['a page in place of tokens', { token: (response) => void response.end('<html>') }],
    [
      'a body without end',
      {
        token: (response) =>
          void response.setHeader('content-type', 'application/json').end(`"${'x'.repeat(2_000_000)}"`),
      },
    ],
  ])('are refused for %s', async (_, deceit) => {
    provider.lie(deceit)
    expect(await problem()).toBe('provider_invalid')
    expect(await acme.log()).toContainEqual({ action: 'refused', reason: 'provider_invalid' })
  })

  it('say no by an error of the way back', async () => {
    expect(await problem({ error: 'access_denied' })).toBe('provider_refused')
  })

  it.each<[string, Deceit]>([
    ['the connection breaks', { token: (response) => void response.destroy() }],
    ['nothing is ever answered', { token: () => {} }],
  ])('are given up when %s', async (_, deceit) => {
    provider.lie(deceit)
    expect(await problem()).toBe('provider_unreachable')
  })

  it('are not asked for the way back of another organization', async () => {
    const globex = await foundCompany(company)
    const wanderer = createWanderer()
    const { origin } = new URL(company.server.context.link('/'))
    const begun = await wanderer.send(`${origin}/api/v1/login/company/start?domain=${DOMAIN}`)
    const back = provider.wayBack(new URL(begun.headers.get('location') ?? '')).replace(acme.id, globex.id)
    const answer = await wanderer.send(back)
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('problem')).toBe('expired')
  })

  it.each<[string, Deceit, string]>([
    [
      'another issuer',
      { metadata: (honest) => ({ ...honest, issuer: 'https://evil.test' }) },
      'by another issuer',
    ],
    [
      'an issuer that stands for every tenant',
      { metadata: (honest) => ({ ...honest, issuer: 'https://login.test/{tenantid}/v2.0' }) },
      'by another issuer',
    ],
    ['no endpoints', { metadata: ({ token_endpoint: _, ...honest }) => honest }, 'where its endpoints are'],
    ['no JSON', { discovery: (response) => void response.end('<html>') }, 'did not answer with JSON'],
    [
      'a redirect into the private network',
      { discovery: (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end() },
      'unexpected status',
    ],
    ['no keys', { metadata: (honest) => ({ ...honest, jwks_uri: `${honest.issuer}/nothing` }) }, 'keys'],
    [
      'endpoints in the private network',
      { metadata: (honest) => ({ ...honest, jwks_uri: 'http://10.0.0.1/jwks' }) },
      'private or reserved network',
    ],
  ])('fail the test of the connection for %s', async (_, deceit, said) => {
    provider.lie(deceit)
    expect((await acme.call('POST', acme.at('/test'))).body.problem).toContain(said)
    expect((await acme.enforce(true)).body.code).toBe('provider_problem')
  })

  describe('logout tokens', () => {
    const claims = () => ({
      iss: provider.issuer,
      aud: CLIENT.clientId,
      sub: 'mallory',
      iat: Math.floor(Date.now() / 1000),
      jti: crypto.randomUUID(),
      events: LOGOUT,
    })
    const send = async (token: string) =>
      (
        await company.server.inject({
          method: 'POST',
          url: `/api/v1/login/company/logout/${acme.id}`,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ logout_token: token }).toString(),
        })
      ).statusCode

    it('end the sessions of their subject', async () => {
      const { wanderer, to } = await wander()
      const tokens = (await (
        await wanderer.send(`${to.origin}/api/v1/login/company`, { method: 'POST' })
      ).json()) as { access_token: string }
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      const me = async () => (await company.server.inject({ url: '/api/v1/users/me', headers })).statusCode
      expect(await me()).toBe(200)
      expect(await send(await provider.sign({ ...claims(), sub: 'somebody' }, 'logout+jwt'))).toBe(200)
      expect(await me()).toBe(200)
      expect(await send(await provider.sign(claims(), 'logout+jwt'))).toBe(200)
      await expect.poll(me).toBe(401)
    })

    it.each<[string, (honest: ReturnType<typeof claims>) => Record<string, unknown>]>([
      ['another issuer', (honest) => ({ ...honest, iss: 'https://evil.test' })],
      ['another audience', (honest) => ({ ...honest, aud: 'another client' })],
      ['an ID token', (honest) => ({ ...honest, nonce: 'n' })],
      ['no event', (honest) => ({ ...honest, events: {} })],
      ['an old one', (honest) => ({ ...honest, iat: honest.iat - 3600 })],
      ['nobody', ({ sub: _, ...honest }) => honest],
    ])('are refused: %s', async (_, change) => {
      expect(await send(await provider.sign(change(claims()), 'logout+jwt'))).toBe(400)
    })

    it('are refused with a foreign signature, and what is no token asks the provider nothing', async () => {
      provider.lie({ otherKey: true })
      expect(await send(await provider.sign(claims(), 'logout+jwt'))).toBe(400)
      const asked = provider.asked.length
      expect(await send('nonsense')).toBe(400)
      expect(provider.asked.length).toBe(asked)
    })
  })
})
