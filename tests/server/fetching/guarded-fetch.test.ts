import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createGuardedFetch, type FetchSettings } from '../../../server/kernel/fetching/guarded-fetch.ts'
import { startNameServer } from '../../harness/name-server.ts'
import { closedAfterwards } from '../../harness/serve.ts'

/** The tests' site lies at the allowed address; what lies at the other one must never be asked. */
const SITE = '127.0.0.1'
const ELSEWHERE = '127.0.0.2'

const NAMES: Record<string, (asked: number) => string[]> = {
  'site.test': () => [SITE],
  'rebinding.test': (asked) => [asked === 1 ? SITE : ELSEWHERE],
  'private.test': () => [ELSEWHERE],
  'mixed.test': () => [SITE, ELSEWHERE],
  'metadata.test': () => ['169.254.169.254'],
  'mapped.test': () => ['::ffff:127.0.0.1'],
  'nat64.test': () => ['64:ff9b::7f00:1'],
  'empty.test': () => [],
}

describe('[S7.32] the guarded fetch', async () => {
  const asked: IncomingMessage[] = []
  const trespasses: string[] = []
  let answer: RequestListener

  const open: ReturnType<typeof createGuardedFetch>[] = []
  const fetcher = (settings: Partial<FetchSettings> = {}) => {
    const made = createGuardedFetch({
      allowedNetworks: [`${SITE}/32`],
      ports: [port],
      nameServers: [names.address],
      ...settings,
    })
    open.push(made)
    return made.fetch
  }
  const at = (host: string, path = '/') => `http://${host}:${port}${path}`
  const failureOf = async (reading: Promise<unknown>) => {
    const error = await reading.then(
      () => ({ reason: { code: 'read' } }),
      (error) => error,
    )
    return error.reason?.code ?? String(error)
  }

  const names = closedAfterwards(await startNameServer((name, count) => NAMES[name]?.(count)))
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, SITE)
  await once(server, 'listening')
  const port = (server.address() as AddressInfo).port
  const forbidden = createServer((request, response) => {
    trespasses.push(request.url ?? '')
    response.end('secret')
  })
  forbidden.listen(port, ELSEWHERE)
  await once(forbidden, 'listening')
  afterAll(async () => {
    await Promise.all(open.map(({ close }) => close()))
    for (const one of [server, forbidden]) {
      one.closeAllConnections()
      one.close()
    }
  })

  it('reads a page, and says what it is', async () => {
    answer = (_, response) =>
      response
        .writeHead(200, {
          'content-type': 'Text/HTML; charset=ISO-8859-1',
          etag: '"1"',
          'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT',
          'x-robots-tag': 'noindex',
        })
        .end('<p>Hello')
    const fetch = fetcher({ contact: 'https://lectern.example' })
    expect(await fetch(at('site.test', '/a?b#c'))).toEqual({
      kind: 'fetched',
      url: at('site.test', '/a?b'),
      status: 200,
      contentType: 'text/html',
      bytes: Buffer.from('<p>Hello'),
      etag: '"1"',
      lastModified: 'Mon, 02 Nov 2026 10:00:00 GMT',
      robotsTag: 'noindex',
    })
    const { headers } = asked.at(-1)!
    expect(headers['user-agent']).toMatch(/^Lectern\/\d+\.\d+\.\d+ \(\+https:\/\/lectern\.example\)$/)
    expect(headers).not.toHaveProperty('cookie')
  })

  it.each(['private.test', 'mixed.test', 'metadata.test', 'mapped.test', 'nat64.test', 'sub.localhost'])(
    'does not connect to %s',
    async (name) => {
      const fetch = fetcher({ allowedNetworks: name.endsWith('localhost') ? [] : [`${SITE}/32`] })
      expect(await failureOf(fetch(at(name)))).toBe('private_address')
      expect(trespasses).toEqual([])
    },
  )

  it.each([
    ['windows-1250', [0x50, 0xf8, 0xed], 'Pří'],
    ['windows-1253', [0xc3, 0xe5, 0xe9, 0xdc], 'Γειά'],
    // A header that is the server's default, and one that nobody knows.
    ['ISO-8859-1', [...Buffer.from('Při')], 'Při'],
    ['klingon', [0x41, 0xf8], 'A\ufffd'],
  ])(
    '[knowledge H5] reads a page in the encoding that its header names: %s',
    async (charset, bytes, text) => {
      answer = (_request, response) =>
        response.writeHead(200, { 'content-type': `text/html; charset=${charset}` }).end(Buffer.from(bytes))
      const fetched = await fetcher()(at('site.test'))
      expect(fetched.kind === 'fetched' && fetched.bytes.toString()).toBe(text)
    },
  )

  it('connects to the address that was checked: a name that changes its address is asked for once', async () => {
    answer = (_, response) => response.end('public')
    const page = await fetcher()(at('rebinding.test'))
    expect(page).toMatchObject({ bytes: Buffer.from('public') })
    expect(names.asked('rebinding.test')).toBe(1)
    // A new connection asks anew, checks anew, and refuses.
    expect(await failureOf(fetcher()(at('rebinding.test')))).toBe('private_address')
    expect(trespasses).toEqual([])
  })

  it.each(['unknown.test', 'empty.test'])('says that %s leads nowhere', async (name) => {
    expect(await failureOf(fetcher()(at(name)))).toBe('unresolvable')
  })

  it('reports that the host does not answer', async () => {
    const closed = createServer().listen(0, SITE)
    await once(closed, 'listening')
    const { port: free } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    expect(await failureOf(fetcher({ ports: [free] })(`http://site.test:${free}/`))).toBe('unreachable')
  })

  it.each([
    [() => at('private.test'), 'private_address'],
    [() => `http://127.0.0.2:${port}/`, 'private_address'],
    [() => `http://2130706434:${port}/`, 'private_address'],
    [() => `http://[::ffff:127.0.0.2]:${port}/`, 'private_address'],
    [() => `//localhost.:${port}/`, 'invalid_address'],
    [() => 'http://site.test:22/', 'port_not_allowed'],
    [() => 'file:///etc/passwd', 'not_http'],
    [() => 'gopher://site.test/', 'not_http'],
    [() => `http://ann:secret@site.test:${port}/`, 'credentials'],
    [() => 'http://[', 'invalid_address'],
  ])('checks a redirect like the first address: %s', async (location, code) => {
    answer = (request, response) =>
      request.url === '/first'
        ? response.writeHead(302, { location: '/second' }).end()
        : response.writeHead(302, { location: location() }).end()
    expect(await failureOf(fetcher()(at('site.test', '/first')))).toBe(code)
    expect(trespasses).toEqual([])
  })

  it('follows five redirects, and no more', async () => {
    answer = (request, response) => {
      const left = Number(request.url?.slice(1))
      if (left === 0) response.end('there')
      else response.writeHead(301, { location: `/${left - 1}` }).end('a few words')
    }
    expect(await fetcher()(at('site.test', '/5'))).toMatchObject({ url: at('site.test', '/0') })
    expect(await failureOf(fetcher()(at('site.test', '/6')))).toBe('too_many_redirects')
  })

  it('hands back a redirect that is not wanted, without asking for it', async () => {
    answer = (_, response) => response.writeHead(308, { location: '/new#part' }).end()
    const before = asked.length
    expect(await fetcher()(at('site.test', '/old'), { follow: () => false })).toEqual({
      kind: 'redirected',
      url: at('site.test', '/old'),
      location: at('site.test', '/new'),
      status: 308,
    })
    expect(asked.length).toBe(before + 1)
  })

  it('asks whether a copy is still good', async () => {
    answer = (request, response) =>
      request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'Mon'
        ? response.writeHead(304).end()
        : response.end('new')
    const fetch = fetcher()
    expect(await fetch(at('site.test'), { etag: '"1"', lastModified: 'Mon' })).toEqual({
      kind: 'not_modified',
      url: at('site.test'),
    })
    expect(await fetch(at('site.test'), { etag: '"0"' })).toMatchObject({ kind: 'fetched' })
    answer = (_, response) => response.writeHead(304).end()
    expect(await failureOf(fetch(at('site.test')))).toBe('http_status')
  })

  it.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
  ])('unpacks %s, and stops where it grows beyond the limit', async (encoding, pack) => {
    const fetch = fetcher({ limits: { bytes: 100_000 } })
    answer = (request, response) =>
      response
        .writeHead(200, { 'content-encoding': encoding })
        .end(pack(Buffer.alloc(request.url === '/bomb' ? 20_000_000 : 50_000, 'a')))
    expect(await fetch(at('site.test'))).toMatchObject({ bytes: Buffer.alloc(50_000, 'a') })
    expect(await failureOf(fetch(at('site.test', '/bomb')))).toBe('page_too_large')
  })

  it.each([
    ['a length that is said', { 'content-length': '100001' }, 'page_too_large'],
    ['no length', {}, 'page_too_large'],
    ['an unknown packing', { 'content-encoding': 'zstd' }, 'bad_response'],
    ['two packings', { 'content-encoding': 'gzip, gzip' }, 'bad_response'],
    ['a packing that it does not have', { 'content-encoding': 'gzip' }, 'bad_response'],
  ])('refuses an endless body with %s', async (_what, headers, code) => {
    answer = (request, response) => {
      response.writeHead(200, headers)
      const write = () => {
        if (!request.socket.destroyed) response.write(Buffer.alloc(8_192, 'x'), () => setImmediate(write))
      }
      write()
    }
    expect(await failureOf(fetcher({ limits: { bytes: 100_000 } })(at('site.test')))).toBe(code)
  })

  it('gives up a server that sends no headers, or never ends', async () => {
    answer = () => {}
    expect(await failureOf(fetcher({ limits: { headersTime: 50 } })(at('site.test')))).toBe('too_slow')
    answer = (request, response) => {
      response.writeHead(200)
      const dribble = setInterval(() => response.write('.'), 10)
      request.socket.once('close', () => clearInterval(dribble))
    }
    expect(await failureOf(fetcher({ limits: { totalTime: 200 } })(at('site.test')))).toBe('too_slow')
    answer = (request, response) => {
      const wait = setTimeout(() => response.writeHead(302, { location: '/' }).end(), 60)
      request.socket.once('close', () => clearTimeout(wait))
    }
    const slowly = { limits: { totalTime: 100, redirects: 1_000 } }
    expect(await failureOf(fetcher(slowly)(at('site.test')))).toBe('too_slow')
  })

  it('refuses headers without end', async () => {
    answer = (_, response) => response.writeHead(200, { 'x-long': 'a'.repeat(100_000) }).end()
    expect(await failureOf(fetcher()(at('site.test')))).toBe('bad_response')
  })

  it('tells the status, and when the server wants to be asked again', async () => {
    answer = (_, response) => response.writeHead(429, { 'retry-after': '7' }).end()
    const fetch = fetcher()
    await expect(fetch(at('site.test'))).rejects.toMatchObject({
      status: 429,
      retryAfter: 7_000,
      reason: { code: 'http_status', message: 'The server answered with the status 429.' },
    })
    answer = (_, response) => response.writeHead(503, { 'retry-after': 'soon' }).end()
    await expect(fetch(at('site.test'))).rejects.toMatchObject({ status: 503, retryAfter: null })
    answer = (_, response) => response.writeHead(302).end()
    await expect(fetch(at('site.test'))).rejects.toMatchObject({ status: 302 })
  })

  it('[knowledge low] takes no part for the whole, and says when a page was cut', async () => {
    answer = (_, response) => response.writeHead(206, { 'content-range': 'bytes 0-4/100' }).end('Hello')
    await expect(fetcher()(at('site.test'))).rejects.toMatchObject({ status: 206 })
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('Hello', () => response.destroy())
    }
    expect(await failureOf(fetcher()(at('site.test')))).toBe('bad_response')
  })

  it('takes only the types that are wanted', async () => {
    answer = (_, response) => response.writeHead(200, { 'content-type': 'video/mp4' }).end('x')
    const fetch = fetcher()
    expect(await failureOf(fetch(at('site.test'), { types: ['text/html'] }))).toBe('unsupported_content')
    expect(await fetch(at('site.test'))).toMatchObject({ contentType: 'video/mp4' })
  })

  it('ends with the error of whoever called it off', async () => {
    const calledOff = new AbortController()
    answer = () => calledOff.abort(new Error('called off'))
    await expect(fetcher()(at('site.test'), { signal: calledOff.signal })).rejects.toThrow('called off')
  })
})
