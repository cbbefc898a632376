import { createServer } from 'node:http'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { documents } from '../../../server/kernel/db/schema/index.ts'
import { EmbedderUnavailable } from '../../../server/knowledge/retrieval/embedder.ts'
import { createRemoteEmbedder } from '../../../server/knowledge/retrieval/remote-embedder.ts'
import { emptyBase, organizationOn } from '../../harness/knowledge.ts'
import { listening } from '../../harness/listening.ts'
import { startTestServer } from '../../harness/server.ts'

describe('an embeddings server', async () => {
  let vectors: unknown[]
  /** Answered instead of vectors. */
  let page: string | null
  let status: number
  const WITHOUT_RETRIES = { 'x-should-retry': 'false' }
  let headers: Record<string, string>
  let isSilent: boolean
  let requests = 0
  beforeEach(() => {
    page = null
    status = 200
    headers = WITHOUT_RETRIES
    isSilent = false
  })
  const server = createServer((_, response) => {
    requests++
    if (isSilent) return
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(page ?? JSON.stringify({ data: vectors.map((embedding, index) => ({ index, embedding })) }))
  })
  const port = (await listening(server)).port
  afterAll(() => void server.close())

  const endpointAt = (port: number) => ({ baseUrl: `http://127.0.0.1:${port}`, apiKey: '', model: 'small' })
  const embedderAt = (port: number) => createRemoteEmbedder(endpointAt(port))
  const embed = async (...answers: unknown[][]) => {
    const embedder = embedderAt(port)
    for (const answer of answers) {
      vectors = answer
      await embedder.embed(answer.map(String), 'now')
    }
  }

  const invalid = (why: string) => ({
    name: 'EmbedderUnavailable',
    cause: { message: expect.stringContaining(why) },
  })

  it('[knowledge low] stores no vector of another length than before, and none that lacks numbers', async () => {
    await expect(embed([[3, 4]], [[4, 3]])).resolves.toBeUndefined()
    await expect(embed([[3, 4]], [[3, 4, 5]])).rejects.toMatchObject(invalid('different lengths'))
    await expect(embed([[3, null]])).rejects.toMatchObject(invalid('lacks numbers'))
    await expect(embed([[]])).rejects.toMatchObject(invalid('lacks numbers'))
  })

  it('forgets the length of vectors that it refused', async () => {
    const embedder = embedderAt(port)
    vectors = [[3, 4, null]]
    await embedder.embed(['a'], 'now').catch(() => {})
    vectors = [[3, 4]]
    await embedder.embed(['a'], 'now')
    expect(embedder.dimensions()).toBe(2)
  })

  it.each([
    ['an error', '{"error":{"message":"upstream overloaded"}}', 'application/json'],
    ['a page', '<html>Bad gateway</html>', 'text/html'],
    ['nothing', '', 'application/json'],
  ])(
    'that answers 200 with %s is unavailable: a document waits, and an edit says so',
    async (_, body, type) => {
      vectors = [[3, 4]]
      const lectern = await startTestServer({ embeddings: endpointAt(port) })
      const { ann, organizationId } = await organizationOn(lectern)
      const id = await ann.filled(organizationId, [{ name: 'a.txt', content: 'One line.' }])
      const { items } = (await ann.call('GET', `/api/v1/knowledge-bases/${id}/passages`)).body
      page = body
      headers = { ...headers, 'content-type': type }
      const edit = { content: 'Another line.' }
      expect(await ann.call('PATCH', `/api/v1/passages/${items[0].id}`, edit)).toMatchObject({
        status: 503,
        body: { code: 'embedder_away' },
      })
      await ann.upload(id, [{ name: 'b.txt', content: 'A second line.' }])
      const second = async () =>
        (await lectern.database.db.select().from(documents)).find(({ name }) => name === 'b.txt')
      await expect.poll(second).toMatchObject({ status: 'queued', notBefore: expect.any(Date) })
      expect(await second()).toMatchObject({ error: null, tries: 0 })
      page = null
      headers = WITHOUT_RETRIES
      await lectern.database.db.update(documents).set({ notBefore: null })
      expect(await ann.settled(id)).toMatchObject([{ status: 'ready' }, { status: 'ready' }])
      await lectern.close()
    },
  )

  it('is unavailable if it gives no answer or refuses the key or the rate, and not if it refuses the texts', async () => {
    const failures: Record<number, boolean> = {}
    for (status of [400, 401, 403, 404, 408, 413, 422, 429, 500, 503])
      await embed([[3, 4]]).catch((error: unknown) => {
        failures[status] = error instanceof EmbedderUnavailable
      })
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

  it('is asked for nothing more once it is closed, even if it has asked to wait', async () => {
    const embedder = embedderAt(port)
    status = 429
    headers = { 'retry-after': '50' }
    requests = 0
    const waiting = embedder.embed(['a'], 'inTurn').catch((error: unknown) => (error as Error).cause)
    await expect.poll(() => requests).toBe(1)
    await embedder.close()
    expect(await waiting).toEqual(new Error('the embedder was closed'))
    await expect(embedder.embed(['a'], 'inTurn')).rejects.toThrow('closed')
    expect(requests).toBe(1)
  })

  it('[operate L1] that does not answer does not hold up the end of the server, and costs a document no try', async () => {
    isSilent = true
    requests = 0
    const lectern = await startTestServer({ embeddings: endpointAt(port) })
    const { ann, knowledgeBaseId: id } = await emptyBase(lectern)
    await ann.upload(id, [{ name: 'a.txt', content: 'One line.' }])
    // One for the document, and one for the length of its vectors.
    await expect.poll(() => requests).toBe(2)
    await lectern.app.close()
    const [row] = await lectern.database.db.select().from(documents)
    expect(row).toMatchObject({ status: 'queued', error: null, tries: 0 })
    // Not three times, after half a minute each.
    expect(requests).toBe(2)
    await lectern.close()
  })
})
