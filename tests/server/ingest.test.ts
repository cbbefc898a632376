import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFiles } from '../../server/documents/files.ts'
import { createIngest } from '../../server/documents/ingest.ts'
import type { DocumentNews } from '../../server/documents/news.ts'
import { readDocument } from '../../server/ingestion/read.ts'
import type { Embedder } from '../../server/retrieval/embedder.ts'
import { createClient } from '../harness/knowledge.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'

const working: Embedder = {
  model: 'test',
  languages: null,
  dimensions: () => 2,
  embed: async (texts) => texts.map(() => Float32Array.from([1, 0])),
  close: async () => {},
}
const broken: Embedder = {
  ...working,
  embed: async () => {
    throw new Error('the endpoint is down')
  },
}

describe('the ingestion of a document', () => {
  let server: TestServer
  let knowledgeBaseId: string
  beforeAll(async () => {
    server = await startTestServer()
    const person = await server.register()
    const organization = await server.found(person)
    knowledgeBaseId = (await createClient(server.url, person).knowledgeBase(organization.id)).id
  })
  afterAll(() => server.close())

  const begin = async (embedder: Embedder) => {
    const documents = server.knowledge.documentsRepository
    const files = await openFiles(server.config.dataDir)
    const row = {
      knowledgeBaseId,
      name: 'a.txt',
      type: 'txt' as const,
      size: 9,
      contentHash: crypto.randomUUID(),
    }
    const inserted = await documents.insert(row)
    if (inserted === null || inserted === 'duplicate') throw new Error('not inserted')
    await writeFile(files.pathOf(inserted.id), 'One line.')
    const told: DocumentNews[] = []
    const { ingest, close } = createIngest({
      documents,
      files,
      parser: {
        parse: ({ path, type, name }, onPage) => readDocument(path, type, name, onPage),
        close: async () => {},
      },
      embedder,
      tell: (type) => told.push(type),
      log: server.app.log,
    })
    const look = async () => (await documents.find(inserted.id))?.document
    return { id: inserted.id, ingest, close, told, look, documents }
  }

  it('puts the document back when the fault is ours, and says so in the end', async () => {
    const { id, ingest, look, told } = await begin(broken)
    await expect(ingest({ documentId: id, isLastTry: false })).rejects.toThrow('the endpoint is down')
    expect(await look()).toMatchObject({ status: 'queued', attempts: 1, error: null })
    await ingest({ documentId: id, isLastTry: true })
    expect(await look()).toMatchObject({ status: 'failed', attempts: 2, error: { code: 'interrupted' } })
    expect(told.at(-1)).toBe('document_failed')
  })

  it('is done once, however often the job comes', async () => {
    const { id, ingest, told, documents } = await begin(working)
    await Promise.all([1, 2, 3].map(() => ingest({ documentId: id, isLastTry: false })))
    expect(told.filter((type) => type === 'document_ready')).toHaveLength(1)
    expect(await documents.passagesOf(id)).toHaveLength(1)
  })

  it('is taken up anew when its process fell silent, and only then', async () => {
    const { id, documents, look } = await begin(working)
    await documents.claim(id)
    expect(await documents.recover(new Date(Date.now() - 60_000))).not.toContain(id)
    expect(await documents.recover(new Date(Date.now() + 1_000))).toContain(id)
    expect(await look()).toMatchObject({ status: 'queued', attempts: 1 })
  })

  it('that is cut short by the end of the server waits for the next start', async () => {
    const cut = deferred()
    const { id, ingest, close, look } = await begin({ ...working, embed: () => cut.promise })
    const ingesting = ingest({ documentId: id, isLastTry: true })
    await expect.poll(async () => (await look())?.status).toBe('indexing')
    await close(async () => cut.reject(new Error('the embedder was closed')))
    await ingesting
    expect(await look()).toMatchObject({ status: 'queued', error: null })
  })
})

function deferred() {
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<never>((_, refuse) => {
    reject = refuse
  })
  return { promise, reject }
}
