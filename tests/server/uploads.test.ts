import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { registerBodies } from '../../server/kernel/http/bodies.ts'
import { FILE_BYTES_MAX } from '../../src/services/contract/documents.ts'
import { until } from '../harness/knowledge.ts'
import { serveOrganization } from '../harness/serve.ts'

const MEBIBYTE = 1024 * 1024

/** A connection that has sent the head of a request. */
const open = async (url: string, lines: string[]) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  let answer = ''
  socket.on('data', (chunk) => {
    answer += chunk
  })
  // Who goes on writing to a closed connection is told so; what counts is that it was closed.
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()))
  socket.write(`${[...lines, 'host: localhost'].join('\r\n')}\r\n\r\n`)
  return { socket, closed, answer: () => answer }
}

describe('[S24] an upload without end', async () => {
  const { server, person, ann, organizationId } = await serveOrganization()
  describe.each(['keep-alive', 'close'])('with “connection: %s”', (connection) => {
    /** Sends a body for ever, reading late, until the connection is closed; gives the bytes that went out. */
    const pour = async (url: string, type: string, head: string) => {
      const { socket, closed, answer } = await open(server.url, [
        `POST ${url} HTTP/1.1`,
        `authorization: ${person.headers.authorization}`,
        `content-type: ${type}`,
        'transfer-encoding: chunked',
        `connection: ${connection}`,
      ])
      socket.pause()
      setTimeout(() => socket.resume(), 500)
      const send = (data: Buffer) =>
        socket.write(
          Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]),
        )
      send(Buffer.from(head))
      const block = Buffer.alloc(256 * 1024, 'a')
      while (!socket.destroyed && socket.bytesWritten < 300 * MEBIBYTE)
        if (!send(block)) await Promise.race([once(socket, 'drain').catch(() => {}), closed])
      await closed
      return { sent: socket.bytesWritten, answer: answer() }
    }
    const pourFile = (url: string, field: string) =>
      pour(
        url,
        'multipart/form-data; boundary=x',
        `--x\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\ncontent-type: image/png\r\n\r\n`,
      )

    it('is refused once it is beyond its limit, and leaves nothing behind', async () => {
      const { id } = await ann.knowledgeBase(organizationId, `Endless, ${connection}`)
      const { sent, answer } = await pourFile(`/api/v1/knowledge-bases/${id}/documents`, 'files')
      // What lies in the buffers of the two sockets counts as sent.
      expect(sent).toBeLessThan(FILE_BYTES_MAX + 20 * MEBIBYTE)
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      await until(
        () => readdir(path.join(server.config.dataDir, 'files/incoming')),
        (files) => files.length === 0,
      )
      expect(await ann.documents(id)).toEqual([])
    })

    it('is refused of a picture as well', async () => {
      const { sent, answer } = await pourFile('/api/v1/users/me/photo', 'file')
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(sent).toBeLessThan(25 * MEBIBYTE)
    })

    it('is refused of JSON as well', async () => {
      const { sent, answer } = await pour('/api/v1/auth/login', 'application/json', '{"email":"')
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(sent).toBeLessThan(20 * MEBIBYTE)
    })

    it('that is announced as too large is refused before it is read', async () => {
      const { socket, closed, answer } = await open(server.url, [
        'POST /api/v1/auth/login HTTP/1.1',
        'content-type: application/json',
        `content-length: ${50 * MEBIBYTE}`,
        `connection: ${connection}`,
      ])
      socket.pause()
      setTimeout(() => socket.resume(), 500)
      socket.write(Buffer.alloc(20 * MEBIBYTE))
      await closed
      expect(answer()).toMatch(/^HTTP\/1.1 413 /)
    })

    it('is not read further when the request is refused at once', async () => {
      const { sent, answer } = await pourFile('/api/v1/nothing', 'file')
      expect(answer).toMatch(/^HTTP\/1.1 404 /)
      expect(sent).toBeLessThan(60 * MEBIBYTE)
    })
  })

  it('that has an end is answered with the reason', async () => {
    const { id } = await ann.knowledgeBase(organizationId, 'Large')
    const large = { name: 'large.txt', content: Buffer.alloc(FILE_BYTES_MAX + 1.5 * MEBIBYTE, 'a') }
    expect(await ann.upload(id, [large])).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('20 MB') },
    })
  })

  it('[S43] headers that hardly come have a time limit', () => {
    const { headersTimeout, requestTimeout } = server.app.server
    expect(headersTimeout).toBeLessThanOrEqual(15_000)
    expect(requestTimeout).toBeGreaterThan(headersTimeout)
    expect(requestTimeout).toBeLessThanOrEqual(3_600_000)
  })
})

describe('[S43] a body', () => {
  const serve = async (pace: { every: number; bytes: number; limit: number }) => {
    const app = Fastify()
    registerBodies(app, pace)
    app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
    const sizeOf = async (body: unknown) => {
      let size = 0
      for await (const chunk of body as AsyncIterable<Buffer>) size += chunk.length
      return { size }
    }
    app.post('/read', ({ body }) => sizeOf(body))
    app.post('/slow-to-read', async ({ body }) => {
      await wait(1_000)
      return sizeOf(body)
    })
    return { app, url: await app.listen({ port: 0, host: '127.0.0.1' }) }
  }

  it.each([
    ['that stops', 'application/json'],
    ['of an upload that stops', 'multipart/form-data; boundary=x'],
  ])('%s is ended', async (_what, type) => {
    const { app, url } = await serve({ every: 50, bytes: 100, limit: 60_000 })
    const head = ['POST /read HTTP/1.1', `content-type: ${type}`, 'content-length: 1000']
    const { socket, closed, answer } = await open(url, head)
    socket.write('{"a":')
    await closed
    expect(answer()).toMatch(/^HTTP\/1.1 408 /)
    await app.close()
  })

  it('that stops after the request was refused ends without a second response', async () => {
    const { app, url } = await serve({ every: 50, bytes: 100, limit: 60_000 })
    const { closed, answer } = await open(url, ['POST /nothing HTTP/1.1', 'content-length: 1000'])
    await closed
    expect(answer().match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 404'])
    await app.close()
  })

  it('that ends after the request was refused closes the connection if the client asked for it', async () => {
    const { app, url } = await serve({ every: 60_000, bytes: 100, limit: 60_000 })
    const head = ['POST /nothing HTTP/1.1', 'content-length: 1000', 'connection: close']
    const { socket, closed, answer } = await open(url, head)
    await until(
      async () => answer(),
      (said) => said.startsWith('HTTP/1.1 404'),
    )
    socket.write(Buffer.alloc(1_000))
    await closed
    await app.close()
  })

  it('that arrives too slowly is ended', async () => {
    const { app, url } = await serve({ every: 50, bytes: 1, limit: 300 })
    const head = ['POST /read HTTP/1.1', 'content-type: application/json', 'content-length: 10000']
    const { socket, closed, answer } = await open(url, head)
    const dripping = setInterval(() => socket.write(' '), 10)
    await closed
    clearInterval(dripping)
    expect(answer()).toMatch(/^HTTP\/1.1 408 /)
    await app.close()
  })

  it('that the server does not read yet, or reads again just now, is waited for', async () => {
    const { app, url } = await serve({ every: 333, bytes: 1_000, limit: 60_000 })
    const body = Buffer.alloc(4 * MEBIBYTE, 'a')
    const answer = await fetch(`${url}/slow-to-read`, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    })
    expect(await answer.json()).toEqual({ size: body.length })
    await app.close()
  })
})
