import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError } from '../../server/kernel/config/environment.ts'
import { createBucket } from '../../server/kernel/files/bucket.ts'
import { openS3Files } from '../../server/kernel/files/s3-files.ts'
import { createClient, until } from '../harness/knowledge.ts'
import { type ObjectStore, startObjectStore } from '../harness/object-store.ts'
import { startTestServer } from '../harness/server.ts'

const MEBIBYTE = 1024 * 1024
let store: ObjectStore
let dataDir: string
beforeAll(async () => {
  store = await startObjectStore()
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'lectern-files-'))
})
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})
const open = (changes = {}) => openS3Files({ ...store.settings, ...changes }, dataDir)
const streamOf = (...parts: (string | Buffer)[]) => Readable.from(parts.map((part) => Buffer.from(part)))

describe('files in an object store', () => {
  it('are read as they were stored, by every process, and leave nothing on the disk', async () => {
    const [one, other] = [await open(), await open()]
    const bytes = Buffer.alloc(9 * MEBIBYTE, 'The river runs to the sea. ')
    const received = await one.receive(streamOf(bytes.subarray(0, 100), bytes.subarray(100)))
    expect(received).toMatchObject({ size: bytes.length, tooLarge: false })
    await one.keep(received)
    expect((await buffer(await other.read(received.id))).equals(bytes)).toBe(true)
    const lengths = await Promise.all(
      [1, 2].map(() => other.onDisk(received.id, async (file) => (await readFile(file)).length)),
    )
    expect(lengths).toEqual([bytes.length, bytes.length])
    expect(await readdir(path.join(dataDir, 'incoming'))).toEqual([])
    await other.remove(received.id)
    await expect(one.read(received.id)).rejects.toThrow()
    await expect(one.onDisk(received.id, async () => {})).rejects.toMatchObject({
      reason: { code: 'missing_file' },
    })
  })

  it('are never stored when they were not kept', async () => {
    const files = await open()
    await files.discard(await files.receive(streamOf('x')))
    expect(await readdir(path.join(dataDir, 'incoming'))).toEqual([])
  })

  it('are deleted when they are old and no document refers to them', async () => {
    const files = await open()
    const ids: string[] = []
    for (const content of ['known', 'old', 'fresh']) {
      const received = await files.receive(streamOf(content))
      await files.keep(received)
      ids.push(received.id)
    }
    const [known, old, fresh] = ids as [string, string, string]
    for (const id of [known, old]) await utimes(store.pathOf(`files/${id}`), new Date(0), new Date(0))
    const leftOver = path.join(dataDir, 'incoming', crypto.randomUUID())
    await writeFile(leftOver, 'x')
    await utimes(leftOver, new Date(0), new Date(0))
    await files.sweep(async (asked) => {
      expect(asked.sort()).toEqual([known, old].sort())
      return new Set([known])
    })
    expect(await text(await files.read(known))).toBe('known')
    expect(await text(await files.read(fresh))).toBe('fresh')
    await expect(files.read(old)).rejects.toThrow()
    expect(existsSync(leftOver)).toBe(false)
  })

  it('are deleted beside objects that are not ours, which stay', async () => {
    const files = await open()
    const orphan = await files.receive(streamOf('orphan'))
    await files.keep(orphan)
    const bucket = createBucket(store.settings)
    const foreign = ['files/', 'files/notes/today']
    const source = path.join(dataDir, 'foreign')
    await writeFile(source, 'x')
    for (const key of foreign) await bucket.put(key, source)
    for (const key of [`files/${orphan.id}`, ...foreign])
      await utimes(store.pathOf(key), new Date(0), new Date(0))
    const asked: string[] = []
    await files.sweep(async (ids) => {
      asked.push(...ids)
      return new Set()
    })
    expect(existsSync(store.pathOf(`files/${orphan.id}`))).toBe(false)
    expect(asked.filter((id) => id === '' || id.includes('/'))).toEqual([])
    for (const key of foreign) {
      expect(existsSync(store.pathOf(key))).toBe(true)
      await bucket.remove(key)
    }
  })

  it('are refused for a moment while the store is away', async () => {
    const files = await open()
    const received = await files.receive(streamOf('x'))
    store.goAway()
    await expect(files.keep(received)).rejects.toMatchObject({ status: 503 })
    await expect(files.probe()).rejects.toThrow()
    store.comeBack()
    await files.keep(received)
    expect(await text(await files.read(received.id))).toBe('x')
  })

  it('are refused for a moment if the store goes away in the middle of one', async () => {
    const stalled = await startObjectStore()
    const files = await openS3Files(stalled.settings, dataDir)
    const received = await files.receive(streamOf(Buffer.alloc(MEBIBYTE)))
    await files.keep(received)
    stalled.stallReads()
    const reading = expect(files.onDisk(received.id, async () => {})).rejects.toMatchObject({
      status: 503,
      body: { code: 'object_store_away' },
    })
    const begun = async () => (await readdir(path.join(dataDir, 'incoming'))).length
    await expect.poll(begun).toBe(1)
    stalled.goAway()
    await reading
    expect(await begun()).toBe(0)
    await stalled.close()
  })

  it.each([
    ['S3_BUCKET: there is no bucket called other', { bucket: 'other' }],
    [
      'S3_ACCESS_KEY_ID: these keys may not read and write the bucket lectern',
      { credentials: { accessKeyId: 'nobody', secretAccessKey: 'nothing' } },
    ],
    [
      'S3_ENDPOINT: no object store answers at http://127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1)',
      { endpoint: 'http://127.0.0.1:1' },
    ],
  ])('are not offered at all: %s', async (message, changes) => {
    await expect(open(changes)).rejects.toThrow(new ConfigError(message))
  })
})

it('a document whose file lies in an object store is ingested, fetched, restored and deleted with it', async () => {
  const server = await startTestServer({ s3: store.settings })
  const person = await server.register()
  const client = createClient(server.url, person)
  const base = await client.knowledgeBase((await server.found(person)).id)
  const { body } = await client.upload(base.id, [{ name: 'a.txt', content: 'The canary sings.' }])
  const { id } = body.results[0]!.document!
  await client.settled(base.id)
  expect(await readdir(path.join(server.config.dataDir, 'incoming'))).toEqual([])
  const fileUrl = `${server.url}/api/v1/documents/${id}/file`
  expect(await (await fetch(fileUrl, { headers: person.headers })).text()).toBe('The canary sings.')

  const form = new FormData()
  form.append('file', new Blob(['The canary rests.']), 'a.txt')
  expect((await fetch(fileUrl, { method: 'PUT', body: form, headers: person.headers })).status).toBe(200)
  await client.settled(base.id)
  expect((await client.call('POST', `/api/v1/documents/${id}/versions/1/restore`)).status).toBe(200)
  await client.settled(base.id)
  expect(await (await fetch(fileUrl, { headers: person.headers })).text()).toBe('The canary sings.')

  const { rows } = await server.database.pool.query(
    'select id from document_versions where document_id = $1',
    [id],
  )
  const objects = rows.map((row) => store.pathOf(`files/${row.id}`))
  expect(objects.map((object) => existsSync(object))).toEqual([true, true, true])
  await client.call('DELETE', `/api/v1/documents/${id}`)
  await until(
    async () => objects.some((object) => existsSync(object)),
    (isThere) => !isThere,
  )
  const readiness = async () => {
    const answer = await fetch(`${server.url}/ready`)
    return [answer.status, await answer.json()]
  }
  expect(await readiness()).toEqual([200, { status: 'ok' }])
  store.goAway()
  // [operate M3] Questions are answered meanwhile: no balancer may take it out.
  await expect.poll(readiness).toEqual([200, { status: 'degraded', detail: 'Files cannot be stored.' }])
  store.comeBack()
  await server.close()
})
