import { spawn } from 'node:child_process'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { documents, documentVersions } from '../../server/kernel/db/schema/index.ts'
import { openFolderFiles } from '../../server/kernel/files/open-files.ts'
import { startFairQueue } from '../../server/kernel/jobs/fair-queue.ts'
import { createContentsRepository } from '../../server/knowledge/documents/contents.repository.ts'
import { createDocumentWorkRepository } from '../../server/knowledge/documents/document-work.repository.ts'
import { createDocumentsRepository } from '../../server/knowledge/documents/documents.repository.ts'
import type { DocumentRow } from '../../server/knowledge/documents/documents.types.ts'
import { createIngest } from '../../server/knowledge/documents/ingest.ts'
import { createPassageWriter } from '../../server/knowledge/documents/passage-writer.ts'
import { createPassagesRepository } from '../../server/knowledge/documents/passages.repository.ts'
import { createParser } from '../../server/knowledge/ingestion/parser.ts'
import { plainEmbedder } from '../harness/embedder.ts'
import { createClient } from '../harness/knowledge.ts'
import { withoutServer } from '../harness/serve.ts'

const PLACES = 3
const LIMITS = { recognitionTime: 60_000, time: 600_000, memory: 2 ** 40, output: 2 ** 20 }

/** Reads every file as one passage, but never ends with one that is named `slow`. */
const startReader = () =>
  spawn(
    process.execPath,
    [
      '-e',
      `const say = (reply) => require('fs').writeSync(3, JSON.stringify(reply) + '\\n')
       const passage = { position: 0, headingPath: [], content: 'x', charStart: 0, charEnd: 1, page: null }
       process.stdin.on('data', (line) => {
         if (JSON.parse(line).name === 'slow') return
         say({ kind: 'passages', passages: [passage] })
         say({ kind: 'parsed', document: { title: 'x', words: 1 } })
       })`,
    ],
    { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  )

describe('[S44] ingestion for two organizations', async () => {
  const { place, database, bases } = await withoutServer(async (server) => {
    const baseOf = async (name: string) => {
      const person = await server.register()
      const { id } = await server.found(person, name)
      return (await createClient(server.url, person).knowledgeBase(id)).id
    }
    return { bases: { flooding: await baseOf('flooding'), patient: await baseOf('patient') } }
  })

  const insert = async (base: keyof typeof bases, names: string[]) => {
    const content = (name: string) => ({
      knowledgeBaseId: bases[base],
      name,
      type: 'txt' as const,
      size: 1,
      contentHash: crypto.randomUUID(),
    })
    // At once: the queue takes a document as soon as it is there, and one without its file is gone.
    return database.db.transaction(async (tx) => {
      const rows = await tx.insert(documents).values(names.map(content)).returning()
      await tx
        .insert(documentVersions)
        .values(rows.map(({ id, ...row }) => ({ ...row, id, documentId: id, number: 1 })))
      return rows
    })
  }

  const start = async () => {
    const repository = createDocumentsRepository(database.db)
    const work = createDocumentWorkRepository(database.db)
    const parser = createParser({ startChild: startReader, limits: LIMITS })
    const begun: DocumentRow[] = []
    const log = pino({ level: 'silent' })
    const passages = createPassagesRepository(database.db)
    const ingestion = createIngest({
      contents: createContentsRepository(database.db),
      passages,
      work,
      files: await openFolderFiles(place.dataDir),
      parser,
      write: createPassageWriter({ passages, embedder: plainEmbedder, embeddedTogether: 2 }),
      tell: () => {},
      log,
    })
    const queue = startFairQueue({
      places: PLACES,
      groups: work.waitingOrganizations,
      claim: async (organizationId) => {
        const row = await work.claim(organizationId)
        if (row) begun.push(row)
        return row
      },
      work: ingestion.ingest,
      log,
    })
    return {
      begun,
      notify: queue.notify,
      statusOf: async ({ id }: DocumentRow) => (await repository.find(id))?.document.status,
      async stop() {
        ingestion.close()
        await queue.stop(parser.close)
        await database.db.delete(documents)
      },
    }
  }

  it('500 files of one delay a text of the other only by the work in progress', async () => {
    await insert(
      'flooding',
      Array.from({ length: 500 }, (_, n) => `${n}`),
    )
    const { begun, notify, statusOf, stop } = await start()
    await expect.poll(() => begun.length).toBeGreaterThan(10)
    const [sentence] = await insert('patient', ['sentence'])
    const before = begun.length
    notify()
    await expect.poll(() => statusOf(sentence!)).toBe('ready')
    const turn = begun.findIndex(({ id }) => id === sentence!.id)
    expect(turn - before).toBeLessThanOrEqual(PLACES)
    expect(begun.length).toBeLessThan(500)
    await stop()
  })

  it('files of one that never finish do not delay the other', async () => {
    await insert('flooding', Array(4).fill('slow'))
    const { begun, notify, statusOf, stop } = await start()
    // As many as it may have at a time, and none of them will end.
    await expect.poll(() => begun).toHaveLength(PLACES - 1)
    const sentences = await insert('patient', ['one', 'two', 'three'])
    notify()
    for (const sentence of sentences) await expect.poll(() => statusOf(sentence)).toBe('ready')
    expect(begun.filter(({ name }) => name === 'slow')).toHaveLength(PLACES - 1)
    await stop()
  })
})
