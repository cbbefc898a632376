import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRemoteEmbedder } from '../../../server/knowledge/retrieval/remote-embedder.ts'

describe('an embeddings server', () => {
  let vectors: unknown[]
  const server = createServer((_, response) =>
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) })),
  )
  beforeAll(async () => {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => void server.close())

  const embed = async (...answers: unknown[][]) => {
    const { port } = server.address() as AddressInfo
    const embedder = createRemoteEmbedder({
      baseUrl: `http://127.0.0.1:${port}`,
      apiKey: '',
      model: 'small',
    })
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
})
