import { createServer, type IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HELD_MAX, watchLoop } from '../../harness/measurements.ts'
import { guardedTo } from '../../harness/serve.ts'

const TOO_MANY = { reason: { code: 'page_too_large' } }

describe('[attack C2] answers of a provider', async () => {
  const packed = brotliCompressSync(Buffer.alloc(64 * 1024 * 1024))
  const values = `[${'0,'.repeat(200_000)}0]`
  const line = `{"text":"\\"[${',[{'.repeat(2_000)}","at":[${'0,'.repeat(5_000)}0]}\n`
  let asked: IncomingHttpHeaders = {}
  const server = createServer((request, response) => {
    asked = request.headers
    if (request.url === '/packed') response.setHeader('content-encoding', 'br').end(packed)
    else if (request.url === '/values') response.end(values)
    else if (request.url === '/lines') response.end(`${line.repeat(50)}${values}\n`)
    else if (request.url === '/events')
      response.end(
        `${line.replace(/^/, 'data: ')}\n`.repeat(50) + values.replaceAll(/^|(?<=,)(?=0)/g, '\r\ndata: '),
      )
    else response.end('{"data":[]}')
  })
  const { url, fetch } = await guardedTo(server, 8 * 1024 * 1024)
  let watch: ReturnType<typeof watchLoop>
  beforeEach(() => {
    watch = watchLoop()
  })
  afterEach(() => expect(watch.end()).toBeLessThan(HELD_MAX))

  it('are asked for as they are, whatever the client would take', async () => {
    const answer = await fetch(`${url}/models`, {
      headers: { 'accept-encoding': 'br', 'x-key': 'k' },
    })
    expect(await answer.json()).toEqual({ data: [] })
    expect([asked['accept-encoding'], asked['x-key']]).toEqual(['identity', 'k'])
  })

  it.each(['json', 'text'] as const)(
    '[issue 35.9] are not parsed where they have more values than a list of models or keys: %s',
    async (kind) => {
      for (const isSeenBefore of [false, true]) {
        const answer = await fetch(`${url}/values`)
        await expect(answer.clone()[kind]()).rejects.toMatchObject(TOO_MANY)
        expect(isSeenBefore && answer.body).toBeDefined()
        await expect(answer[kind]()).rejects.toMatchObject(TOO_MANY)
      }
    },
  )

  it.each(['lines', 'events'])(
    '[issue 35.9] are streamed until one of their %s has more values than are parsed at one go',
    async (kind) => {
      const { body } = await fetch(`${url}/${kind}`)
      let read = 0
      const reading = async () => {
        for await (const chunk of body!) read += chunk.length
      }
      await expect(reading()).rejects.toMatchObject(TOO_MANY)
      expect(read).toBeGreaterThan(50 * line.length)
    },
  )

  it('are refused where they are packed all the same, and never unpacked', async () => {
    const before = process.memoryUsage().rss
    const answers = Array.from({ length: 20 }, () => fetch(`${url}/packed`))
    for (const answer of await Promise.allSettled(answers))
      expect(answer).toMatchObject({ status: 'rejected', reason: { reason: { code: 'bad_response' } } })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})
