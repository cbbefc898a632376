import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { foundCompany, startCompanyServer } from '../harness/company.ts'
import { type Override, startHostileProvider } from '../harness/hostile-provider.ts'
import { HELD_MAX, watchLoop } from '../harness/measurements.ts'
import { createCookieBrowser } from '../harness/openid-provider.ts'
import { closedAfterwards } from '../harness/serve.ts'

const CLIENT = { clientId: 'lectern', clientSecret: 'a secret of the provider' }
const DOMAIN = 'acme.test'
const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} }

describe('hostile providers', async () => {
  const company = closedAfterwards(await startCompanyServer())
  const acme = await foundCompany(company)
  const provider = closedAfterwards(await startHostileProvider(CLIENT.clientId))
  company.allow(provider.port)
  await acme.use({ issuer: provider.issuer, ...CLIENT })
  await acme.verify(DOMAIN)
  let watch: ReturnType<typeof watchLoop>
  beforeEach(() => {
    provider.override({})
    watch = watchLoop()
  })
  /** [issue 35.9] */
  afterEach(() => expect(watch.end()).toBeLessThan(HELD_MAX))

  const signIn = async (changes: Record<string, string> = {}) => {
    const browser = createCookieBrowser()
    const { origin } = new URL(company.server.context.link('/'))
    const begun = await browser.send(`${origin}/api/v1/login/company/start?domain=${DOMAIN}`)
    const to = new URL(begun.headers.get('location') ?? '')
    if (to.origin !== provider.issuer) return { browser, to }
    const back = await browser.send(provider.wayBack(to, changes))
    return { browser, to: new URL(back.headers.get('location') ?? '') }
  }
  const problem = async (changes?: Record<string, string>) =>
    (await signIn(changes)).to.searchParams.get('problem')

  it('sign in when nothing is replaced', async () => {
    expect(await problem()).toBeNull()
  })

  it.each<[string, Override]>([
    ['another issuer', { claims: (correct) => ({ ...correct, iss: 'https://evil.test' }) }],
    ['another audience', { claims: (correct) => ({ ...correct, aud: 'another client' }) }],
    ['another nonce', { claims: (correct) => ({ ...correct, nonce: 'replayed' }) }],
    ['no nonce', { claims: ({ nonce: _, ...correct }) => correct }],
    ['an expired token', { claims: (correct) => ({ ...correct, exp: 1, iat: 0 }) }],
    [
      '[attack L11] a token of the future',
      {
        claims: (correct) => ({
          ...correct,
          iat: Number(correct.iat) + 3_600,
          exp: Number(correct.exp) + 3_600,
        }),
      },
    ],
    ['[attack L6] a subject with a null byte', { claims: (correct) => ({ ...correct, sub: 'mia\0' }) }],
    ['[attack L6] a session with a null byte', { claims: (correct) => ({ ...correct, sid: 'one\0' }) }],
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
    [
      'half a million values',
      {
        token: (response) =>
          void response.setHeader('content-type', 'application/json').end(`[${'0,'.repeat(250_000)}0]`),
      },
    ],
  ])('are refused for %s', async (_, override) => {
    provider.override(override)
    expect(await problem()).toBe('provider_invalid')
    expect(await acme.log()).toContainEqual({ action: 'refused', reason: 'provider_invalid' })
  })

  it('[attack L6] name nobody by an address with a null byte', async () => {
    provider.override({ claims: (correct) => ({ ...correct, email: `mia\0@${DOMAIN}` }) })
    expect(await problem()).toBe('email_missing')
    expect(await acme.log()).toContainEqual({ action: 'refused', reason: 'email_missing' })
  })

  it.each([
    ['where groups are', { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'x' } } }],
    ['that there are groups', { hasgroups: true }],
  ])('leave role and groups as they were if they only say %s', async (_, instead) => {
    const role_mappings = [{ value: 'leads', role: 'admin' }]
    await acme.use({ issuer: provider.issuer, ...CLIENT }, { role_claim: 'groups', role_mappings })
    const path = `${acme.base}/groups`
    const group = (await acme.call('POST', path, { name: crypto.randomUUID(), claim_value: 'legal' })).body
    const members = async (): Promise<string[]> =>
      (await acme.call('GET', path)).body.find(({ id }: { id: string }) => id === group.id).member_ids
    provider.override({ claims: (correct) => ({ ...correct, groups: ['legal', 'leads'] }) })
    expect(await problem()).toBeNull()
    const [member] = await members()
    provider.override({ claims: (correct) => ({ ...correct, ...instead }) })
    expect(await problem()).toBeNull()
    expect(await members()).toEqual([member])
    expect(await acme.role(member!)).toBe('admin')
    expect(company.server.logs.join('')).toContain('someone keeps role and groups')
    // Without the claim and without a word of it, there are none.
    provider.override({})
    expect(await problem()).toBeNull()
    expect(await members()).toEqual([])
    await acme.use({ issuer: provider.issuer, ...CLIENT })
  })

  it('say no by an error of the way back', async () => {
    expect(await problem({ error: 'access_denied' })).toBe('provider_refused')
  })

  it.each<[string, Override]>([
    ['the connection breaks', { token: (response) => void response.destroy() }],
    ['nothing is ever answered', { token: () => {} }],
  ])('are given up when %s', async (_, override) => {
    provider.override(override)
    expect(await problem()).toBe('provider_unreachable')
  })

  it('are not asked for the way back of another organization', async () => {
    const globex = await foundCompany(company)
    const browser = createCookieBrowser()
    const { origin } = new URL(company.server.context.link('/'))
    const begun = await browser.send(`${origin}/api/v1/login/company/start?domain=${DOMAIN}`)
    const back = provider.wayBack(new URL(begun.headers.get('location') ?? '')).replace(acme.id, globex.id)
    const answer = await browser.send(back)
    expect(new URL(answer.headers.get('location') ?? '').searchParams.get('problem')).toBe('expired')
  })

  it.each<[string, Override, string]>([
    [
      'another issuer',
      { metadata: (correct) => ({ ...correct, issuer: 'https://evil.test' }) },
      'issuer does not match',
    ],
    [
      'an issuer that stands for every tenant',
      { metadata: (correct) => ({ ...correct, issuer: 'https://login.test/{tenantid}/v2.0' }) },
      'issuer does not match',
    ],
    [
      'no endpoints',
      { metadata: ({ token_endpoint: _, ...correct }) => correct },
      'does not list its endpoints',
    ],
    ['no JSON', { discovery: (response) => void response.end('<html>') }, 'did not answer with JSON'],
    [
      'a redirect into the private network',
      { discovery: (response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end() },
      'unexpected status',
    ],
    ['no keys', { metadata: (correct) => ({ ...correct, jwks_uri: `${correct.issuer}/nothing` }) }, 'keys'],
    [
      'endpoints in the private network',
      { metadata: (correct) => ({ ...correct, jwks_uri: 'http://10.0.0.1/jwks' }) },
      'private or reserved network',
    ],
  ])('fail the test of the connection for %s', async (_, override, said) => {
    provider.override(override)
    expect((await acme.call('POST', acme.at('/test'))).body.problem.detail).toContain(said)
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
      const { browser, to } = await signIn()
      const tokens = (await (
        await browser.send(`${to.origin}/api/v1/login/company`, { method: 'POST' })
      ).json()) as { access_token: string }
      const headers = { authorization: `Bearer ${tokens.access_token}` }
      const me = async () => (await company.server.inject({ url: '/api/v1/users/me', headers })).statusCode
      expect(await me()).toBe(200)
      expect(await send(await provider.sign({ ...claims(), sub: 'somebody' }, 'logout+jwt'))).toBe(200)
      expect(await me()).toBe(200)
      expect(await send(await provider.sign(claims(), 'logout+jwt'))).toBe(200)
      await expect.poll(me).toBe(401)
    })

    it.each<[string, (correct: ReturnType<typeof claims>) => Record<string, unknown>]>([
      ['another issuer', (correct) => ({ ...correct, iss: 'https://evil.test' })],
      ['another audience', (correct) => ({ ...correct, aud: 'another client' })],
      ['an ID token', (correct) => ({ ...correct, nonce: 'n' })],
      ['no event', (correct) => ({ ...correct, events: {} })],
      ['an old one', (correct) => ({ ...correct, iat: correct.iat - 3600 })],
      ['nobody', ({ sub: _, ...correct }) => correct],
    ])('are refused: %s', async (_, change) => {
      expect(await send(await provider.sign(change(claims()), 'logout+jwt'))).toBe(400)
    })

    it('are refused with a foreign signature, and what is no token asks the provider nothing', async () => {
      provider.override({ otherKey: true })
      expect(await send(await provider.sign(claims(), 'logout+jwt'))).toBe(400)
      const asked = provider.asked.length
      expect(await send('nonsense')).toBe(400)
      expect(provider.asked.length).toBe(asked)
    })
  })
})
