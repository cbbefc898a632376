import { readdir } from 'node:fs/promises'
import http from 'node:http'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  Document,
  DocumentList,
  DocumentText,
  FILE_BYTES_MAX,
  UploadResults,
} from '../../src/services/contract/documents.ts'
import { KnowledgeBase } from '../../src/services/contract/knowledge-bases.ts'
import { KnowledgeBaseMessage } from '../../src/services/contract/sockets.ts'
import { heldEmbedder } from '../harness/embedder.ts'
import { docx, encryptedPdf, pdf, program } from '../harness/files.ts'
import { until } from '../harness/knowledge.ts'
import { HELD_MAX, watchLoop } from '../harness/measurements.ts'
import { serveOrganization } from '../harness/serve.ts'
import { openFor } from '../harness/socket.ts'

describe('documents', async () => {
  const { embedder, hold, release } = heldEmbedder()
  const { server, person, ann, organizationId } = await serveOrganization({ embedder })
  const base = async () => (await ann.knowledgeBase(organizationId, crypto.randomUUID())).id
  const stored = async () => (await readdir(path.join(server.config.dataDir, 'files'))).length - 1
  const incoming = () => readdir(path.join(server.config.dataDir, 'files/incoming'))

  it('are read into passages, of every type, and counted', async () => {
    const id = await base()
    const { status, body } = await ann.upload(id, [
      { name: 'a.md', content: '# Boots\n\nThey are brown.' },
      { name: 'b.txt', content: 'They are warm.' },
      { name: 'c.html', content: '<html><body><h1>Laces</h1><p>They are long.</p></body></html>' },
      { name: 'd.csv', content: 'size,price\n42,100' },
      { name: 'e.docx', content: await docx() },
      { name: 'f.pdf', content: await pdf([[{ text: 'Soles', size: 20 }, { text: 'They are thick.' }]]) },
    ])
    expect(status).toBe(201)
    const { results } = UploadResults.parse(body)
    expect(results.map(({ name, document }) => [name, document?.type, document?.status])).toEqual(
      ['md', 'txt', 'html', 'csv', 'docx', 'pdf'].map((type, index) => [
        `${'abcdef'[index]}.${type}`,
        type,
        'queued',
      ]),
    )
    const documents = DocumentList.parse(await ann.settled(id))
    for (const document of documents) {
      expect(document).toMatchObject({ status: 'ready', error: null, attempts: 1, progress: null })
      expect(document.passage_count).toBeGreaterThan(0)
    }
    const text = DocumentText.parse(
      (await ann.call('GET', `/api/v1/documents/${results[5]?.document?.id}/passages`)).body,
    )
    expect(text.passages).toMatchObject([
      { content: 'They are thick.', heading_path: ['Soles'], page: 1, position: 0 },
    ])
    const counted = KnowledgeBase.parse((await ann.call('GET', `/api/v1/knowledge-bases/${id}`)).body)
    expect(counted).toMatchObject({ status: 'ready', counts: { documents: 6, ready: 6, failed: 0 } })
    expect(counted.counts.passages).toBe(documents.reduce((sum, { passage_count }) => sum + passage_count, 0))
    expect(counted.last_indexed_at).not.toBeNull()
  })

  it('tell of each stage as it happens', async () => {
    const id = await base()
    const socket = openFor(server, person, `/api/ws/organizations/${organizationId}/knowledge-bases/${id}`)
    const organization = openFor(server, person, `/api/ws/organizations/${organizationId}`)
    await Promise.all([socket.next('hello'), organization.next('hello')])
    await ann.upload(id, [{ name: 'a.md', content: '# One\n\nTwo.' }])
    await socket.next('document_ready')
    const messages = socket.frames.map((frame) => KnowledgeBaseMessage.parse(frame))
    const stages = messages.map(({ type, data }) => [type, 'status' in data ? data.status : null])
    const distinct = stages.filter((stage, index) => String(stage) !== String(stages[index - 1]))
    expect(distinct).toEqual([
      ['hello', null],
      ['document_added', 'queued'],
      ['document_progress', 'reading'],
      ['document_progress', 'splitting'],
      ['document_progress', 'embedding'],
      ['document_ready', 'ready'],
    ])
    // One of another base, of the test before, may have come first.
    await expect
      .poll(() => organization.frames)
      .toContainEqual(expect.objectContaining({ type: 'knowledge_base_update', data: { id } }))
    const document = Document.parse(messages.at(-1)?.data)
    await ann.call('DELETE', `/api/v1/documents/${document.id}`)
    expect((await socket.next('document_removed')).data).toEqual({ id: document.id })
    socket.socket.close()
    organization.socket.close()
  })

  it('[attack S25] [attack S27] that cannot be taken get a reason each, and the others go through', async () => {
    const id = await base()
    const before = await stored()
    const { status, body } = await ann.upload(id, [
      { name: 'empty.txt', content: '' },
      { name: 'setup.pdf', content: program() },
      { name: 'good.txt', content: 'All is well.' },
      { name: 'locked.pdf', content: await encryptedPdf() },
      { name: 'large.txt', content: Buffer.alloc(FILE_BYTES_MAX + 1, 'a') },
      { name: '../../etc/notes.txt', content: 'Named with a path.' },
      { name: 'copy.txt', content: 'All is well.' },
    ])
    expect(status).toBe(201)
    expect(body.results.map(({ name, error }) => [name, error?.code ?? null])).toEqual([
      ['empty.txt', 'empty_file'],
      ['setup.pdf', 'type_mismatch'],
      ['good.txt', null],
      ['locked.pdf', null],
      ['large.txt', 'file_too_large'],
      ['notes.txt', null],
      ['copy.txt', 'duplicate'],
    ])
    expect(body.results[4]?.error?.detail).toContain('20 MB')
    const documents = await ann.settled(id)
    expect(documents.map(({ name, status, error }) => [name, status, error?.code ?? null]).sort()).toEqual([
      ['good.txt', 'ready', null],
      ['locked.pdf', 'failed', 'encrypted_pdf'],
      ['notes.txt', 'ready', null],
    ])
    expect(await stored()).toBe(before + 3)
    expect(await incoming()).toEqual([])
    const { body: degraded } = await ann.call('GET', `/api/v1/knowledge-bases/${id}`)
    expect(degraded).toMatchObject({ status: 'degraded', counts: { ready: 2, failed: 1 } })
  })

  it('beyond the fiftieth are refused one by one', async () => {
    const id = await base()
    const files = Array.from({ length: 52 }, (_, n) => ({ name: `${n}.txt`, content: `File number ${n}.` }))
    const { body } = await ann.upload(id, files)
    expect(body.results).toHaveLength(52)
    expect(body.results.slice(0, 50).every(({ error }) => error === null)).toBe(true)
    expect(body.results.slice(50).map(({ error }) => error?.code)).toEqual([
      'too_many_files',
      'too_many_files',
    ])
    await ann.settled(id)
  })

  it('of exactly 20 MB are taken', async () => {
    const id = await base()
    const { body } = await ann.upload(id, [{ name: 'blank.txt', content: Buffer.alloc(FILE_BYTES_MAX, ' ') }])
    expect(body.results[0]?.document?.size).toBe(FILE_BYTES_MAX)
    expect(await ann.settled(id)).toMatchObject([{ status: 'failed', error: { code: 'no_text' } }])
  })

  it('[attack S24] whose sender hangs up leave nothing behind', async () => {
    const id = await base()
    const before = await stored()
    const request = http.request(`${server.url}/api/v1/knowledge-bases/${id}/documents`, {
      method: 'POST',
      headers: {
        ...person.headers,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': 1_000_000,
      },
    })
    request.on('error', () => {})
    request.write('--x\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\nhalf of it')
    await until(incoming, (files) => files.length === 1)
    request.destroy()
    await until(incoming, (files) => files.length === 0)
    expect(await ann.documents(id)).toEqual([])
    expect(await stored()).toBe(before)
  })

  it('need a file and a form', async () => {
    const id = await base()
    expect((await ann.upload(id, [])).status).toBe(422)
    expect((await ann.call('POST', `/api/v1/knowledge-bases/${id}/documents`, {})).status).toBe(422)
  })

  it('keep a name in any script', async () => {
    const id = await base()
    const { body } = await ann.upload(id, [{ name: 'Größen – サイズ.md', content: 'x y z' }])
    expect(body.results[0]?.name).toBe('Größen – サイズ.md')
    await ann.settled(id)
  })

  it('that have failed can be tried again, others not', async () => {
    const id = await base()
    const { body } = await ann.upload(id, [
      { name: 'locked.pdf', content: await encryptedPdf() },
      { name: 'fine.txt', content: 'Fine.' },
    ])
    const [locked, fine] = body.results.map(({ document }) => document?.id)
    await ann.settled(id)
    const again = await ann.call('POST', `/api/v1/documents/${locked}/retry`)
    expect(Document.parse(again.body)).toMatchObject({ status: 'queued', error: null })
    const failed = await until(
      async () => (await ann.call('GET', `/api/v1/documents/${locked}`)).body,
      ({ status }) => status === 'failed',
    )
    expect(failed).toMatchObject({ attempts: 2, error: { code: 'encrypted_pdf' } })
    expect(await ann.call('POST', `/api/v1/documents/${fine}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'not_failed' },
    })
  })

  it('[attack S7] that are deleted leave no file, no passage and no hit', async () => {
    const id = await base()
    const before = await stored()
    const { body } = await ann.upload(id, [{ name: 'secret.md', content: 'The zebra code is 4711.' }])
    const document = body.results[0]?.document?.id
    await ann.settled(id)
    const { search } = server.retrieval
    expect((await search('What is the zebra code?', [id], { closed: new Set() })).hits).toHaveLength(1)
    expect((await ann.call('DELETE', `/api/v1/documents/${document}`)).status).toBe(200)
    expect(await search('What is the zebra code?', [id], { closed: new Set() })).toMatchObject({
      hits: [],
      searched: 0,
      answerable: false,
    })
    expect(await stored()).toBe(before)
    expect((await ann.call('GET', `/api/v1/documents/${document}`)).status).toBe(404)
    expect(
      (await ann.upload(id, [{ name: 'secret.md', content: 'The zebra code is 4711.' }])).body.results[0]
        ?.error,
    ).toBeNull()
    await ann.settled(id)
  })

  it('deleted while they are read vanish quietly', async () => {
    const id = await base()
    hold()
    onTestFinished(release)
    const { body } = await ann.upload(id, [
      { name: 'held.txt', content: 'It is read when the test says so.' },
    ])
    const document = body.results[0]?.document?.id
    await until(
      async () => (await ann.call('GET', `/api/v1/documents/${document}`)).body,
      ({ status }) => status === 'embedding',
    )
    expect((await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)).status).toBe(200)
    release()
    const other = await base()
    await ann.upload(other, [{ name: 'next.txt', content: 'The queue goes on.' }])
    expect(await ann.settled(other)).toMatchObject([{ status: 'ready' }])
    expect(server.logs.filter((line) => line.includes('could not be ingested'))).toEqual([])
  })

  it('[attack S44] do not hold up other requests while they are read', async () => {
    const id = await base()
    const content = Array.from(
      { length: 150 },
      (_, n) => `Paragraph ${n}: ${'some words that say little. '.repeat(8)}`,
    ).join('\n\n')
    await ann.upload(id, [{ name: 'long.txt', content }])
    const loop = watchLoop()
    expect(await ann.settled(id)).toMatchObject([{ status: 'ready' }])
    expect(loop.end()).toBeLessThan(HELD_MAX)
  })
})
