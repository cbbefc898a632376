import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RateLimit } from '../../src/services/contract/common.ts'
import { holdRows } from '../harness/held-rows.ts'
import { PASSWORD, startTestServer, type TestServer } from '../harness/server.ts'

describe('the server', () => {
  let server: TestServer
  let appFolder: string
  beforeAll(async () => {
    appFolder = mkdtempSync(path.join(tmpdir(), 'lectern-app-'))
    for (const folder of ['assets', 'pages', '.vite']) mkdirSync(path.join(appFolder, folder))
    writeFileSync(
      path.join(appFolder, '.vite/pages.json'),
      JSON.stringify([{ pattern: '/drawn/:token?', file: 'pages/drawn.html' }]),
    )
    writeFileSync(path.join(appFolder, 'pages/drawn.html'), '<style>p { color: red }</style>drawn')
    writeFileSync(path.join(appFolder, 'index.html'), '<!doctype html><script>let a = 1</script>the app')
    writeFileSync(path.join(appFolder, 'assets/main-1a2b.js'), 'plain')
    writeFileSync(path.join(appFolder, 'assets/main-1a2b.js.gz'), gzipSync('packed'))
    server = await startTestServer({ appFolder, allowedOrigins: ['https://app.example'] })
  })
  afterAll(async () => {
    await server.close()
    rmSync(appFolder, { recursive: true })
  })

  describe.runIf(process.env.TEST_DATABASE_URL)(
    'answers as if it were gone already what is deleted meanwhile:',
    () => {
      const answerWhile = async (statement: string, request: () => ReturnType<TestServer['inject']>) => {
        const held = await holdRows(server, statement)
        const answer = request()
        await held.waiters(1)
        await held.release()
        return (await answer).statusCode
      }

      it.each([
        ['PUT', 'retention', { default_days: 90, rules: [] }],
        ['POST', 'groups', { name: 'Support' }],
        ['POST', 'webhooks', { url: 'https://example.com/', events: ['document.ready'] }],
      ] as const)('%s %s of an organization', async (method, path, payload) => {
        const { headers, ...person } = await server.register()
        const { id } = await server.found({ headers, ...person })
        const request = () =>
          server.inject({ method, url: `/api/v1/organizations/${id}/${path}`, headers, payload })
        expect(await answerWhile(`delete from organizations where id = '${id}'`, request)).toBe(404)
      })

      it('a log-in', async () => {
        const { user } = await server.register()
        const request = () => server.logIn(user.email)
        expect(await answerWhile(`delete from users where id = '${user.id}'`, request)).toBe(404)
      })
    },
  )

  const page = { accept: 'text/html,*/*' }

  it('[S2.18] answers every path of the app with its one page, once it has an account', async () => {
    await server.register()
    for (const url of [
      '/',
      '/login?session_expired=true',
      '/integrations/x/settings',
      '/reset-password/abc',
    ]) {
      const answer = await server.inject({ url, headers: page })
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ])
      expect(answer.body).toContain('the app')
    }
  })

  it.each(['GET', 'HEAD'] as const)(
    'answers %s for a page to clients that accept anything, such as monitors',
    async (method) => {
      for (const headers of [{ accept: '*/*' }, {}, page]) {
        const answer = await server.inject({ method, url: '/integrations?x=a.b', headers })
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
        expect(answer.body.includes('the app')).toBe(method === 'GET')
      }
    },
  )

  it.each([
    '/%00',
    '//x',
    '//evil.example/',
    '/integrations/%E0%A4%A',
    '/reset-password/%00',
    `/${'a'.repeat(3000)}`,
  ])('answers an odd address with the app, which says Page Not Found: %s', async (url) => {
    const answer = await server.inject({ url, headers: page })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('the app')
  })

  it.each(['/api/v1/%00', '/api/%E0%A4%A', `/api/${'a'.repeat(3000)}`])(
    'gives a reason for an odd address of the API: %s',
    async (url) => {
      const answer = await server.inject({ url, headers: page })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toMatchObject({ detail: expect.any(String), code: expect.any(String) })
    },
  )

  it('answers 404 as JSON for an address that is no page of the app', async () => {
    for (const [url, headers] of [
      ['/api/v1/nothing', page],
      ['/assets/gone.js', { accept: '*/*' }],
      ['/api/v1/organizations/x/y/z', page],
    ] as const) {
      const answer = await server.inject({ url, headers })
      expect([url, answer.statusCode, answer.json().code]).toEqual([url, 404, 'not_found'])
    }
  })

  it('serves assets compressed and with unlimited caching', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const answer = await server.inject({ url: '/assets/main-1a2b.js', headers })
    expect(answer.headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
    expect((await server.inject({ url: '/assets/main-1a2b.js' })).body).toBe('plain')
  })

  it('serves no file outside of the app', async () => {
    for (const url of ['/../package.json', '/%2e%2e/%2e%2e/package.json', '/..%2fpackage.json', '/.env']) {
      const answer = await server.inject({ url })
      expect([url, answer.statusCode < 500 && answer.statusCode >= 400]).toEqual([url, true])
      expect(answer.body).not.toContain('"lectern"')
    }
  })

  it('[S7.31] tells the app of an API elsewhere, and lets it be asked', async () => {
    const elsewhere = await startTestServer({ appFolder, apiBase: 'https://api.example.com/lectern' })
    const { headers, body } = await elsewhere.inject({ url: '/config.js' })
    expect(body).toBe('window.LECTERN_CONFIG = {"apiBase":"https://api.example.com/lectern"}\n')
    expect(headers['content-type']).toContain('javascript')
    expect(headers['content-security-policy']).toContain(
      "connect-src 'self' ws://api.example.com wss://api.example.com https://api.example.com;",
    )
    await elsewhere.close()
  })

  it('answers the address of a page that was drawn with that page, whose rules its policy names', async () => {
    for (const url of ['/drawn', '/drawn/a-token?from=mail']) {
      const { body, headers } = await server.inject({ url, headers: page })
      expect(body).toContain('drawn')
      expect(headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) })
      expect(headers['content-security-policy']).toMatch(/style-src 'self' 'sha256-[^']+';/)
    }
    const other = await server.inject({ url: '/drawing', headers: page })
    expect(other.body).toContain('the app')
    expect(other.headers['content-security-policy']).toContain("style-src 'self';")
  })

  it('sends a strict policy with every answer, allowing the one inline script by its hash', async () => {
    for (const url of ['/', '/api/v1/organizations', '/health', '/nothing']) {
      const { headers } = await server.inject({ url })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self' 'sha256-")
      expect(policy).not.toMatch(/unsafe|upgrade-insecure/)
      for (const none of ['object-src', 'base-uri', 'frame-ancestors'])
        expect(policy).toContain(`${none} 'none'`)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
      })
    }
  })

  it('[S3.2] [S3.3] lets the app show photos and logos of any host, and nothing else of one', async () => {
    const policy = String((await server.inject({ url: '/' })).headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data: blob: https: http:;")
    expect(policy.match(/https?:/g)).toHaveLength(2)
  })

  it('keeps answers of the API out of every cache', async () => {
    expect((await server.inject({ url: '/api/v1/organizations' })).headers['cache-control']).toBe('no-store')
  })

  it('[attack S19] lets only the origins read that it was told of, and shows them retry-after', async () => {
    const ask = (origin: string) => server.inject({ url: '/api/v1/organizations', headers: { origin } })
    expect((await ask('https://app.example')).headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-expose-headers': 'retry-after, date',
    })
    expect((await ask('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined()
  })

  it('reports liveness, readiness and metrics', async () => {
    expect((await server.inject({ url: '/health' })).json()).toEqual({ status: 'ok' })
    expect((await server.inject({ url: '/ready' })).json()).toEqual({ status: 'ok' })
    expect((await server.inject({ url: '/metrics' })).body).toContain('http_request_duration_seconds')
  })

  it('describes its interface', async () => {
    const spec = (await server.inject({ url: '/docs/openapi.json' })).json()
    expect(spec.openapi).toBe('3.1.0')
    expect(spec.paths['/api/v1/login'].post.responses['200']).toBeDefined()
    expect((await server.inject({ url: '/docs' })).body).toContain('<rapi-doc')
  })

  it('reports the database and how answers are made', async () => {
    const { headers } = await server.register()
    expect((await server.inject({ url: '/api/v1/system', headers })).json()).toMatchObject({
      database: server.database.kind,
      answers: { mode: 'quoted', model: null, offered: [] },
    })
  })
})

describe('unreadable requests', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer()
  })
  afterAll(() => server.close())

  const post = (payload: string, type = 'application/json') =>
    server.inject({
      method: 'POST',
      url: '/api/v1/register',
      headers: { 'content-type': type },
      payload,
    })

  it.each([
    ['broken JSON', '{"email":', 400],
    ['nothing', '', 422],
    ['no JSON at all', ' ', 400],
    ['an array', '[]', 422],
    ['null', 'null', 422],
    ['a prototype', '{"__proto__":{"email":"a@b.test"},"password":"12345678"}', 400],
    ['a constructor', '{"constructor":{"prototype":{"x":1}},"email":"a@b.test"}', 400],
    ['10,000 brackets', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 422],
    ['two megabytes', `{"email":"${'x'.repeat(2 * 1024 * 1024)}"}`, 413],
  ])('[attack S21] are refused: %s', async (_what, payload, status) => {
    const answer = await post(payload)
    expect(answer.statusCode).toBe(status)
    const { reasons: _, ...body } = answer.json()
    expect(body).toEqual({
      detail: expect.any(String),
      code: expect.any(String),
      ...(status === 422 && { fields: expect.any(Object) }),
    })
  })

  it('are not missed where none is needed, although their type is named', async () => {
    const { headers } = await server.register()
    const typed = { ...headers, 'content-type': 'application/json' }
    const send = (method: 'POST' | 'DELETE', url: string) =>
      fetch(`${server.url}${url}`, { method, headers: typed })
    expect((await send('POST', '/api/v1/notifications/mark-read')).status).toBe(200)
    expect((await send('DELETE', '/api/v1/users/me/sessions')).status).toBe(200)
    const missing = await send('POST', '/api/v1/organizations')
    expect([missing.status, Object.keys((await missing.json()).fields)]).toEqual([422, ['body']])
  })

  it('are refused in a type that is not read', async () => {
    expect((await post('<a/>', 'application/xml')).statusCode).toBe(415)
  })

  it.each([
    ['a null character', 'a\0b@example.test'],
    ['half a surrogate pair', '\ud800@example.test'],
    ['marks that turn the text', '\u202etset@example.test'],
    ['100 kB', `${'x'.repeat(100_000)}@example.test`],
    ['SQL', "'; drop table users; --@example.test"],
  ])('[attack S22] never make the server fail: an address of %s', async (_what, email) => {
    const payload = { email, password: 'long enough' }
    const registered = await server.inject({ method: 'POST', url: '/api/v1/register', payload })
    const loggedIn = await server.logIn(email)
    for (const { statusCode } of [registered, loggedIn]) expect(statusCode).toBeLessThan(500)
  })

  it('never make the server fail: a path that no id can have', async () => {
    const { headers } = await server.register()
    for (const id of ['x', '%00', '..%2f', "'", '1'.repeat(500), '%F0%9F%92%A9', '%ff']) {
      const { statusCode } = await server.inject({ url: `/api/v1/organizations/${id}`, headers })
      expect([id, statusCode >= 400 && statusCode < 500]).toEqual([id, true])
    }
  })

  it('[attack S37] tell nothing of what failed inside', async () => {
    const { headers } = await server.register()
    await server.database.pool.query('alter table memberships rename to away')
    const answer = await server.inject({ url: '/api/v1/organizations', headers })
    await server.database.pool.query('alter table away rename to memberships')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      detail: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    })
  })
})

describe('[S3.9] limits', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ rateLimits: true })
  })
  afterAll(() => server.close())

  const logIn = (username: string, remoteAddress: string, headers = {}) =>
    server.inject({
      method: 'POST',
      url: '/api/v1/login',
      remoteAddress,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams({ username, password: 'guess' }).toString(),
    })

  it('[attack S18] hold against guessing, whatever the case of the address and whoever it is said to be forwarded for', async () => {
    const { user } = await server.register()
    const spellings = [user.email, user.email.toUpperCase(), ` ${user.email} `]
    const statuses = []
    for (let n = 0; n < 12; n += 1) {
      const answer = await logIn(spellings[n % 3]!, '192.0.2.1', { 'x-forwarded-for': `198.51.100.${n}` })
      statuses.push(answer.statusCode)
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429])
    const fromElsewhere = await server.logIn(user.email)
    expect(fromElsewhere.statusCode).toBe(200)
  })

  it('[attack S18] count the addresses of one /64 as one', async () => {
    const statuses = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await logIn('v6@example.test', `2001:db8::${n}:1`)).statusCode)
    expect(statuses.at(-1)).toBe(429)
    expect((await logIn('v6@example.test', '2001:db8:0:1::1')).statusCode).toBe(401)
  })

  it.each([
    ['an address', '203.0.113.7', () => '203.0.113.7'],
    ['an address and a port', '203.0.113.7', (n: number) => `203.0.113.7:${40_000 + n}`],
    ['an IPv6 address in brackets', '2001:db8::7', () => '[2001:db8::7]'],
    ['an IPv6 address and a port', '2001:db8::7', (n: number) => `[2001:db8::7]:${40_000 + n}`],
  ])('[attack S18] behind a proxy count the address that the proxy saw: %s', async (_, address, written) => {
    const proxied = await startTestServer({ rateLimits: true, trustProxy: true })
    const logInBehind = (n: number, payload: object) =>
      proxied.inject({
        method: 'POST',
        url: '/api/v1/login',
        headers: { 'x-forwarded-for': `198.51.100.${n}, ${written(n)}` },
        payload,
      })
    const { user } = await proxied.register()
    await logInBehind(0, { username: user.email, password: PASSWORD })
    const { rows } = await proxied.database.pool.query(`select address from sessions where address = $1`, [
      address,
    ])
    const statuses = []
    for (let n = 0; n < 11; n += 1)
      statuses.push((await logInBehind(n, { username: 'x@example.test', password: 'guess' })).statusCode)
    await proxied.close()
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    expect(rows).toHaveLength(1)
  })

  it('[attack S19] [S8.1] say when to come back', async () => {
    for (let n = 0; n < 10; n += 1) await logIn('wait@example.test', '192.0.2.2')
    const answer = await logIn('wait@example.test', '192.0.2.2')
    const body = answer.json()
    expect(RateLimit.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ code: 'rate_limited', detail: expect.any(String) })
    expect(Number(answer.headers['retry-after'])).toBe(body.retry_after)
    expect(body.retry_after).toBeGreaterThan(0)
  })

  it('count each API key of a person apart from the others and from the browser', async () => {
    const { headers } = await server.register()
    const keyed = async (name: string) => {
      const payload = { name, scopes: ['read'], expires_in_days: 1 }
      const created = await server.inject({
        method: 'POST',
        url: '/api/v1/users/me/api-keys',
        headers,
        payload,
      })
      return { authorization: `Bearer ${created.json().secret}` }
    }
    const senders = [headers, await keyed('One'), await keyed('Two')]
    const left = async (sender: { authorization: string }) =>
      Number(
        (await server.inject({ url: '/api/v1/organizations', headers: sender })).headers[
          'x-ratelimit-remaining'
        ],
      )
    const [browser, ...keys] = await Promise.all(senders.map(left))
    expect(keys).toEqual([1199, 1199])
    expect(browser).toBeLessThan(1199)
  })

  it('leave room for fifty refreshes at once', async () => {
    const { tokens } = await server.register()
    const payload = { refresh_token: tokens.refresh_token }
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => server.inject({ method: 'POST', url: '/api/v1/refresh', payload })),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  })
})
