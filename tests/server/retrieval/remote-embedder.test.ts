import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EmbedderUnavailable } from '../../../server/knowledge/retrieval/embedder.ts'
import { createRemoteEmbedder } from '../../../server/knowledge/retrieval/remote-embedder.ts'

describe('an embeddings server', () => {
  let vectors: unknown[]
  let status = 200
  const server = createServer((_, response) =>
    response
      .writeHead(status, { 'x-should-retry': 'false', 'content-type': 'application/json' })
      .end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) })),
  )
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  const embedderAt = (port: number) =>
    createRemoteEmbedder({ baseUrl: `http://127.0.0.1:${port}`, apiKey: '', model: 'small' })
  const portOf = () => (server.address() as AddressInfo).port
  const embed = async (...answers: unknown[][]) => {
    const embedder = embedderAt(portOf())
    for (const answer of answers) {
      vectors = answer
      await embedder.embed(answer.map(String), 'now')
    }
  }

  it('[knowledge low] stores no vector of another length than before, and none that lacks numbers', async () => {
    await expect(embed([[3, 4]], [[4, 3]])).resolves.toBeUndefined()
    await expect(embed([[3, 4]], [[3, 4, 5]])).rejects.toThrow('different lengths')
    await expect(embed([[3, null]])).rejects.toThrow('lacks numbers')
  })

  it('is unavailable if it gives no answer or refuses the key or the rate, and not if it refuses the texts', async () => {
    const failures: Record<number, boolean> = {}
    for (status of [400, 401, 403, 404, 408, 413, 422, 429, 500, 503])
      await embed([[3, 4]]).catch((error: unknown) => {
        failures[status] = error instanceof EmbedderUnavailable
      })
    status = 200
    expect(failures).toEqual({
      400: false,
      401: true,
      403: true,
      404: true,
      408: true,
      413: false,
      422: false,
      429: true,
      500: true,
      503: true,
    })
    // Nothing listens on this port.
    await expect(embedderAt(1).embed(['a'], 'now')).rejects.toBeInstanceOf(EmbedderUnavailable)
  })
})
