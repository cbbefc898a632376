import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createBucket } from '../../../server/kernel/files/bucket.ts'
import type { WorkerCall } from '../../../server/kernel/workers.ts'
import { startWorker } from '../../../server/kernel/workers.ts'
import { MANIFEST, readManifest } from '../../../server/knowledge/retrieval/index/files.ts'
import type { IndexRequest } from '../../../server/knowledge/retrieval/index/indexes.ts'
import { createIndexClient, type IndexClient } from '../../../server/knowledge/retrieval/index-client.ts'
import { createSharedSnapshots } from '../../../server/knowledge/retrieval/shared-snapshots.ts'
import { createSnapshots } from '../../../server/knowledge/retrieval/snapshots.ts'
import { filesIn, textIn } from '../../harness/index-folder.ts'
import { createClient, until } from '../../harness/knowledge.ts'
import { startObjectStore } from '../../harness/object-store.ts'
import { closedAfterwards, serve } from '../../harness/serve.ts'

/** Without changes, as in the product, only sooner. */
const SAVE_AFTER = 200 // ms

const server = await serve()
const store = closedAfterwards(await startObjectStore())
const disks: string[] = []
const clients: IndexClient[] = []
afterAll(async () => {
  for (const client of clients) await client.close()
  for (const disk of disks) rmSync(disk, { recursive: true })
})

const emptyDisk = () => {
  const disk = mkdtempSync(path.join(tmpdir(), 'lectern-process-'))
  disks.push(disk)
  return disk
}

/** Another process; `puts` are the documents that it has indexed itself. */
const join = ({ disk = emptyDisk(), isSharing = false, saveAfter = SAVE_AFTER } = {}) => {
  const warnings: unknown[] = []
  const puts: string[] = []
  const shared = createSharedSnapshots(createBucket(store.settings), (error) => warnings.push(error))
  const client = createIndexClient({
    db: server.database.db,
    startWorker: () => {
      const worker = startWorker('knowledge/retrieval/index')
      const send = worker.postMessage.bind(worker)
      worker.postMessage = (message: WorkerCall<IndexRequest>) => {
        const { request } = message
        if (request.kind === 'put') puts.push(...request.documents.map(({ id }) => id))
        send(message)
      }
      return worker
    },
    startRewriter: () => startWorker('knowledge/retrieval/rewrite'),
    snapshots: createSnapshots(disk, isSharing ? shared : null),
    saveAfter,
  })
  clients.push(client)
  const search = async (base: string, question: string) =>
    (
      await client.search(
        { knowledgeBaseIds: [base], closed: new Set() },
        { question, meaning: null, limit: 5 },
      )
    ).byWords.length
  return { client, search, puts, warnings, disk, folderOf: (base: string) => path.join(disk, base) }
}

const namesIn = (folder: string) => readManifest(folder)?.segments.map(({ name }) => name) ?? []
/** The manifest that is written next. */
const written = (folder: string, before: string | undefined) =>
  until(
    async () => readManifest(folder)?.id,
    (id) => id !== undefined && id !== before,
  )

const withBase = async () => {
  const person = await server.register()
  const ann = createClient(server.url, person)
  const { id } = await ann.knowledgeBase((await server.found(person)).id)
  const add = async (name: string, content: string) => {
    await ann.upload(id, [{ name, content }])
    await ann.settled(id)
  }
  await ann.upload(id, [
    { name: 'a.txt', content: 'The zebra sleeps in the kitchen.' },
    { name: 'b.txt', content: 'The giraffe sleeps in the garden.' },
  ])
  const documents = await ann.settled(id)
  const zebra = documents.find(({ name }) => name === 'a.txt')
  return { ann, id, zebra: zebra?.id, add }
}

describe('an index on disk', () => {
  it('[S7] holds nothing of knowledge bases that are gone', async () => {
    const { ann, id } = await withBase()
    const { client, search, disk, folderOf } = join()
    expect(await search(id, 'zebra')).toBe(1)
    await written(folderOf(id), undefined)
    expect(textIn(folderOf(id))).toContain('zebra')
    await client.sweep()
    expect(textIn(folderOf(id))).toContain('zebra')
    await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)
    await client.sweep()
    expect(readdirSync(disk)).toEqual([])
  })

  it('[S7] holds nothing of a deleted document, without a search', async () => {
    const { ann, id, zebra } = await withBase()
    await server.retrieval.ranking('zebra', { knowledgeBaseIds: [id], closed: new Set() })
    const folder = path.join(server.config.dataDir, 'index', id)
    await written(folder, undefined)
    const words = () =>
      textIn(folder)
        .match(/zebra|giraff/g)
        ?.sort()
    expect(words()).toEqual(['giraff', 'zebra'])
    expect((await ann.call('DELETE', `/api/v1/documents/${zebra}`)).status).toBe(200)
    await until(
      async () => words(),
      (held) => held?.join() === 'giraff',
    )
  })

  it('[39.1] is written where it has changed, and what is no longer searched leaves it with the next sweep', async () => {
    const { ann, id, zebra, add } = await withBase()
    // A segment that loses more than three of ten documents is rewritten at once.
    for (const word of ['otter', 'heron']) await add(`${word}.txt`, `The ${word} sleeps in the attic.`)
    const { client, search, folderOf } = join()
    await search(id, 'zebra')
    const folder = folderOf(id)
    const first = await written(folder, undefined)
    const [segment = ''] = namesIn(folder)
    const { mtimeMs } = statSync(path.join(folder, segment))

    await add('c.txt', 'The walrus sleeps in the cellar.')
    expect(await search(id, 'walrus')).toBe(1)
    const second = await written(folder, first)
    expect(namesIn(folder)).toEqual([segment, expect.any(String)])
    expect(statSync(path.join(folder, segment)).mtimeMs).toBe(mtimeMs)

    await ann.call('PATCH', `/api/v1/documents/${zebra}`, { enabled: false })
    expect(await search(id, 'zebra')).toBe(0)
    await written(folder, second)
    expect(namesIn(folder)).toContain(segment)
    await client.sweep()
    expect(textIn(folder)).not.toContain('zebra')
    expect(filesIn(folder).sort()).toEqual([MANIFEST, ...namesIn(folder)].sort())
    expect(await search(id, 'giraffe walrus')).toBe(2)
  })

  it('[39.1] is merged when it has many segments', async () => {
    const { id, add } = await withBase()
    const { search, folderOf } = join()
    for (const [n, name] of ['Anton', 'Berta', 'Cäsar', 'Dora', 'Emil', 'Friedrich'].entries()) {
      await add(`${n}.txt`, `The walrus ${name} sleeps in the cellar.`)
      await search(id, 'walrus')
      // Its state begins with the number of its documents.
      await until(
        async () => readManifest(folderOf(id))?.state,
        (state) => state?.startsWith(`${n + 3} `) === true,
      )
    }
    await until(
      async () => namesIn(folderOf(id)).length,
      (segments) => segments < 5,
    )
    const { search: find, puts } = join({ disk: path.dirname(folderOf(id)) })
    expect(await find(id, 'Anton Dora Friedrich')).toBe(3)
    expect(puts).toEqual([])
  })

  it('[39.1] is taken over from a version that kept it in one file', async () => {
    const { id } = await withBase()
    const before = join()
    await before.search(id, 'zebra')
    await written(before.folderOf(id), undefined)
    const disk = emptyDisk()
    const [segment = ''] = namesIn(before.folderOf(id))
    // It has the same contents, beside its state.
    writeFileSync(path.join(disk, `${id}.index`), readFileSync(path.join(before.folderOf(id), segment)))
    const after = join({ disk })
    expect(await after.search(id, 'zebra giraffe')).toBe(2)
    expect(after.puts).toEqual([])
    await written(after.folderOf(id), undefined)
    await expect.poll(() => readdirSync(disk)).toEqual([id])
  })

  const cut = (file: string) => writeFileSync(file, readFileSync(file).subarray(0, -9))
  const changed = (file: string) =>
    writeFileSync(
      file,
      Buffer.from(readFileSync(file).map((byte, place) => (place === 90 ? byte ^ 1 : byte))),
    )
  it.each([
    ['a segment is cut', 0, cut],
    ['a segment is changed', 0, changed],
    ['a segment is gone', 0, rmSync],
    ['the manifest is cut', 1, cut],
    ['the manifest is changed', 1, changed],
    ['the manifest is gone', 1, rmSync],
  ])(
    '[39.2] heals from the database where %s, and finds nothing of what was deleted',
    async (_, which, damage) => {
      const { ann, id, zebra, add } = await withBase()
      const before = join()
      await before.search(id, 'zebra')
      const first = await written(before.folderOf(id), undefined)
      await add('c.txt', 'The walrus sleeps in the cellar.')
      await before.search(id, 'walrus')
      await written(before.folderOf(id), first)
      await before.client.close()
      const folder = before.folderOf(id)
      damage(path.join(folder, which === 0 ? (namesIn(folder)[0] ?? '') : MANIFEST))
      await ann.call('DELETE', `/api/v1/documents/${zebra}`)

      const { client, search } = join({ disk: before.disk })
      expect(await search(id, 'zebra')).toBe(0)
      expect(await search(id, 'giraffe walrus')).toBe(2)
      await client.sweep()
      await client.purge([id])
      expect(textIn(folder)).not.toContain('zebra')
      expect(filesIn(folder).sort()).toEqual([MANIFEST, ...namesIn(folder)].sort())
      const after = join({ disk: before.disk })
      expect(await after.search(id, 'giraffe walrus')).toBe(2)
      expect(after.puts).toEqual([])
    },
  )

  it('[39.2] leaves what another process is about to name, and removes what one has left', async () => {
    const { id, add } = await withBase()
    const one = join()
    await one.search(id, 'zebra')
    const before = await written(one.folderOf(id), undefined)
    const [young, old] = ['young', 'old'].map((name) => path.join(one.folderOf(id), `${name}.1.2`))
    for (const draft of [young!, old!]) writeFileSync(draft, 'half of a segment')
    utimesSync(old!, 0, 0)
    await add('walrus.txt', 'The walrus sleeps in the cellar.')
    expect(await one.search(id, 'walrus')).toBe(1)
    await written(one.folderOf(id), before)
    await until(
      async () => existsSync(old!),
      (isThere) => !isThere,
    )
    expect(existsSync(young!)).toBe(true)
  })

  it('[39.2] is whole whichever of two processes writes it, and neither writes what the other has written', async () => {
    const { ann, id, zebra, add } = await withBase()
    const one = join()
    const other = join({ disk: one.disk })
    const folder = one.folderOf(id)
    let before: string | undefined
    for (const word of ['walrus', 'otter', 'heron', 'badger']) {
      await add(`${word}.txt`, `The ${word} sleeps in the cellar.`)
      expect(await Promise.all([one, other].map(({ search }) => search(id, word)))).toEqual([1, 1])
      before = await written(folder, before)
    }
    await ann.call('DELETE', `/api/v1/documents/${zebra}`)
    await Promise.all([one, other].map(({ client }) => client.purge([id])))
    for (const { search } of [one, other]) {
      expect(await search(id, 'zebra')).toBe(0)
      expect(await search(id, 'giraffe walrus otter heron badger')).toBe(5)
    }
    await one.client.sweep()
    expect(textIn(folder)).not.toContain('zebra')
    const after = join({ disk: one.disk })
    expect(await after.search(id, 'giraffe walrus otter heron badger')).toBe(5)
    expect(after.puts).toEqual([])
  })
})

describe('what processes share in an object store', () => {
  const sharing = () => join({ isSharing: true })
  const shared = (base: string) => path.dirname(store.pathOf(`indexes/${base}/x`))
  const objects = (base: string) =>
    filesIn(shared(base)).flatMap((name) => (name.endsWith('_object') ? [name.split('.')[0]] : []))

  it('[F4] is indexed once, and each process adds only newer documents', async () => {
    const { id, add } = await withBase()
    const [one, other] = [sharing(), sharing()]
    expect(await one.search(id, 'zebra')).toBe(1)
    expect(one.puts).toHaveLength(2)
    await until(async () => objects(id).includes(MANIFEST), Boolean)
    const [segment] = namesIn(one.folderOf(id))
    expect(await other.search(id, 'giraffe')).toBe(1)
    expect(other.puts).toEqual([])

    await add('c.txt', 'The walrus sleeps in the cellar.')
    expect(await other.search(id, 'walrus')).toBe(1)
    expect(other.puts).toHaveLength(1)
    await until(async () => textIn(shared(id)).includes('walrus'), Boolean)
    expect(objects(id)).toHaveLength(3)
    expect(objects(id)).toContain(segment)
  })

  it('[39.1] goes on from the same files in each process, whoever has stored them', async () => {
    const { id, add } = await withBase()
    const later = { isSharing: true, saveAfter: 3_600_000 }
    const both = [join(later), join(later)]
    for (const word of ['walrus', 'otter', 'heron']) {
      await add(`${word}.txt`, `The ${word} sleeps in the cellar.`)
      for (const { search } of both) expect(await search(id, word)).toBe(1)
      for (const { client } of both) await client.purge([id])
      both.reverse()
    }
    const [one = [], other] = both.map(({ folderOf }) => namesIn(folderOf(id)))
    expect(one).toEqual(other)
    expect(objects(id).sort()).toEqual([MANIFEST, ...one].sort())
  })

  it('[S7] holds nothing of a deleted document or knowledge base', async () => {
    const { ann, id, zebra } = await withBase()
    const one = sharing()
    await one.search(id, 'zebra')
    await until(async () => textIn(shared(id)).includes('zebra'), Boolean)
    await ann.call('DELETE', `/api/v1/documents/${zebra}`)
    await one.client.purge([id])
    expect(textIn(shared(id))).not.toContain('zebra')
    expect(textIn(shared(id))).toContain('giraff')

    await ann.call('DELETE', `/api/v1/knowledge-bases/${id}`)
    // A process that never held it finds it, too.
    await sharing().client.sweepShared()
    expect(objects(id)).toEqual([])
  })

  it('[39.1] is cleaned within the hour where nobody holds it any more', async () => {
    const { ann, id, zebra } = await withBase()
    const one = sharing()
    await one.search(id, 'zebra')
    await until(async () => objects(id).includes(MANIFEST), Boolean)
    await one.client.close()
    await ann.call('DELETE', `/api/v1/documents/${zebra}`)
    expect(textIn(shared(id))).toContain('zebra')
    const other = sharing()
    await other.client.sweepShared()
    expect(textIn(shared(id))).not.toContain('zebra')
    expect(other.puts).toEqual([])
    expect(await other.search(id, 'giraffe')).toBe(1)
  })

  it('[39.1] loses what nobody names, unless it may be on its way to be named', async () => {
    const { id } = await withBase()
    const one = sharing()
    await one.search(id, 'zebra')
    await until(async () => objects(id).includes(MANIFEST), Boolean)
    const kept = objects(id)
    const [left, recent] = [randomUUID(), randomUUID()]
    const file = path.join(one.folderOf(id), MANIFEST)
    for (const name of [left, recent]) await createBucket(store.settings).put(`indexes/${id}/${name}`, file)
    const hourAgo = new Date(Date.now() - 3_600_000)
    utimesSync(store.pathOf(`indexes/${id}/${left}`), hourAgo, hourAgo)
    await one.client.sweepShared()
    expect(objects(id).sort()).toEqual([...kept, recent].sort())
  })

  it('[39.2] is completed where files of it are gone or damaged', async () => {
    const { id } = await withBase()
    const one = sharing()
    await one.search(id, 'zebra')
    await until(async () => objects(id).includes(MANIFEST), Boolean)
    const [segment = ''] = namesIn(one.folderOf(id))
    rmSync(store.pathOf(`indexes/${id}/${segment}`))
    const other = sharing()
    expect(await other.search(id, 'zebra giraffe')).toBe(2)
    expect(other.puts).toHaveLength(2)
    await one.client.sweepShared()
    await other.client.purge([id])

    const third = sharing()
    expect(await third.search(id, 'zebra giraffe')).toBe(2)
    expect(third.puts).toEqual([])
  })

  it('[39.2] is not needed to search, and stored once the store is there again', async () => {
    const { id } = await withBase()
    const one = sharing()
    store.goAway()
    expect(await one.search(id, 'zebra')).toBe(1)
    await written(one.folderOf(id), undefined)
    // It was asked for an index before the search and before the writing, and then to take this one.
    await until(async () => one.warnings.length === 3, Boolean)
    store.comeBack()
    expect(objects(id)).toEqual([])
    await one.client.purge([id])
    expect(objects(id)).toContain(MANIFEST)
  })
})
