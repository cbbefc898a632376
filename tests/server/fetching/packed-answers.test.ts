import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGuardedHttp, type GuardedHttp } from '../../../server/kernel/fetching/guarded-http.ts'

describe('[attack C2] answers of a provider', () => {
  const packed = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))
  let asked: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    asked = request.headers
    if (request.url === '/packed') response.setHeader('content-encoding', 'br').end(packed)
    else if (request.url === '/values') response.end(`[${'0,'.repeat(200_000)}0]`)
    else response.end('{"data":[]}')
  })
  let http: GuardedHttp
  let origin: string

  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
    http = createGuardedHttp({ allowedNetworks: ['127.0.0.1/32'], ports: [port], bytesMax: 512 * 1024 })
  })
  afterAll(async () => {
    await http.close()
    server.close()
    server.closeAllConnections()
  })

  it('are asked for as they are, whatever the client would take', async () => {
    const answer = await http.fetch(`${origin}/models`, {
      headers: { 'accept-encoding': 'br', 'x-key': 'k' },
    })
    expect(await answer.json()).toEqual({ data: [] })
    expect([asked['accept-encoding'], asked['x-key']]).toEqual(['identity', 'k'])
  })

  it('[issue 35.9] are not parsed where they have more values than a list of models or keys', async () => {
    const answer = await http.fetch(`${origin}/values`)
    await expect(answer.json()).rejects.toMatchObject({ reason: { code: 'bad_response' } })
  })

  it('are refused where they are packed all the same, and never unpacked', async () => {
    const before = process.memoryUsage().rss
    const answers = Array.from({ length: 20 }, () => http.fetch(`${origin}/packed`))
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected', reason: { reason: { code: 'bad_response' } } })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
