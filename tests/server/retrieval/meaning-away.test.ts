import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sharedEmbedder } from '../../harness/embedder.ts'
import { demoFile } from '../../harness/files.ts'
import { createClient } from '../../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../../harness/server.ts'

const QUESTION = 'How do I get rid of salt stains?'

describe('[knowledge H7] an embedding model that does not answer', () => {
  let server: TestServer
  let id: string

  beforeAll(async () => {
    server = await startTestServer()
    const person = await server.register()
    const ann = createClient(server.url, person)
    id = await ann.filled((await server.found(person)).id, [await demoFile('leather-care.md')])
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await server.close()
  })

  it('costs meaning, and not the answer, and is not asked again with each question', async () => {
    const before = await server.retrieval.search(QUESTION, [id], { closed: new Set() })
    const away = vi.spyOn(sharedEmbedder, 'embed').mockRejectedValue(new Error('503'))
    const found = await server.retrieval.search(QUESTION, [id], { closed: new Set() })
    expect(found.hits[0]?.passageId).toBe(before.hits[0]?.passageId)
    expect(found.hits.every(({ cosine }) => cosine === null)).toBe(true)
    expect(found.answerable).toBe(true)
    await server.retrieval.search('salt', [id], { closed: new Set() })
    expect(away).toHaveBeenCalledTimes(1)
    expect(server.logs.join('')).toContain('searched by words alone')
  })
})
