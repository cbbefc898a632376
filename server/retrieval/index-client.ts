import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, passages } from '../db/schema/index.ts'
import type { IndexRequest, IndexResults } from './index/indexes.ts'
import type { IndexHits, IndexQuery } from './index/passage-index.ts'
import type { IndexedDocument } from './index/segment.ts'
import type { IndexCall, IndexReply } from './index.worker.ts'
import { languageOf } from './language.ts'
import { HAS_SERVED, SERVED } from './served.ts'
import { fromBytes } from './vectors.ts'

/** Where to look; no `documentIds` are all of them. */
export type Scope = { knowledgeBaseIds: string[]; documentIds?: string[] | undefined }

/** Passages that are read from the database and indexed at once: a search waits for no more than that. */
const PASSAGES_AT_ONCE = 300
/** An index is written to disk once it has not changed for so long. */
const SAVE_AFTER = 5_000 // ms

/** A worker thread that answers calls in their order; a call fails when the thread ends. */
const createCaller = (startWorker: () => Worker) => {
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let worker: Worker | null = null
  let calls = 0
  let generation = 0

  const fail = (error: Error) => {
    worker = null
    generation++
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const started = startWorker()
    started.on('message', ({ call, result, error }: IndexReply) => {
      const caller = waiting.get(call)
      waiting.delete(call)
      if (error === undefined) caller?.resolve(result as never)
      else caller?.reject(new Error(error))
    })
    started.on('error', fail)
    started.on('exit', () => {
      if (worker === started) fail(new Error('the index thread ended'))
    })
    return started
  }
  return {
    /** Another number after the thread has ended, and with it all that it knew. */
    generation: () => generation,
    call: <Kind extends IndexRequest['kind']>(request: Extract<IndexRequest, { kind: Kind }>) =>
      new Promise<IndexResults[Kind]>((resolve, reject) => {
        worker ??= start()
        waiting.set(++calls, { resolve, reject })
        worker.postMessage({ ...request, call: calls } satisfies IndexCall)
      }),
    async close() {
      const last = worker
      worker = null
      fail(new Error('the index was closed'))
      await last?.terminate()
    },
  }
}

export type IndexClient = ReturnType<typeof createIndexClient>

/**
 * Searches the passages that are served in an index of its own thread. The index is derived from the database
 * and follows it: before each search the state of each knowledge base is compared with what was indexed, so that
 * several processes on one database answer alike. What was indexed is kept on disk and can be deleted at any time.
 */
export const createIndexClient = ({
  db,
  startWorker,
  folder,
}: {
  db: Db
  startWorker: () => Worker
  folder: string
}) => {
  const caller = createCaller(startWorker)
  const indexed = new Map<string, string>()
  const syncing = new Map<string, Promise<void>>()
  const saving = new Map<string, NodeJS.Timeout>()
  const snapshotOf = (base: string) => path.join(folder, `${base}.index`)

  /** Another text once a document of the base became ready, changed, or is gone. */
  const statesOf = async (knowledgeBaseIds: string[]) => {
    const rows = await db
      .select({ base: documents.knowledgeBaseId, ready: count(), changedAt: max(documents.servedAt) })
      .from(documents)
      .where(and(inArray(documents.knowledgeBaseId, knowledgeBaseIds), HAS_SERVED))
      .groupBy(documents.knowledgeBaseId)
    const states = new Map(
      rows.map(({ base, ready, changedAt }) => [base, `${ready} ${changedAt?.getTime()}`]),
    )
    return knowledgeBaseIds.map(
      (base) => [base, `${caller.generation()} ${states.get(base) ?? 'empty'}`] as const,
    )
  }

  const load = async (ids: string[]): Promise<IndexedDocument[]> => {
    const rows = await db
      .select({
        id: passages.id,
        documentId: passages.documentId,
        title: passages.title,
        headings: passages.headings,
        content: passages.content,
        embedding: passages.embedding,
        servedAt: documents.servedAt,
      })
      .from(passages)
      .innerJoin(documents, SERVED)
      .where(inArray(passages.documentId, ids))
      .orderBy(asc(passages.documentId), asc(passages.position))
    const byDocument = new Map<string, typeof rows>()
    for (const row of rows) byDocument.set(row.documentId, [...(byDocument.get(row.documentId) ?? []), row])
    return [...byDocument].map(([id, own]) => ({
      id,
      version: String(own[0]?.servedAt?.getTime()),
      title: own[0]?.title ?? '',
      language: languageOf(own.map(({ content }) => content).join('\n')),
      passages: own.map(({ id, headings, content, embedding }) => ({
        id,
        headings,
        content,
        embedding: embedding && fromBytes(embedding),
      })),
    }))
  }

  const save = (base: string) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    return caller.call<'save'>({ kind: 'save', base, snapshot: snapshotOf(base) })
  }

  const saveLater = (base: string) => {
    clearTimeout(saving.get(base))
    // Without it the index is only slower to begin with.
    const timer = setTimeout(() => void save(base).catch(() => {}), SAVE_AFTER)
    timer.unref()
    saving.set(base, timer)
  }

  const sync = async (base: string) => {
    const ready = await db
      .select({ id: documents.id, servedAt: documents.servedAt, passages: documents.passageCount })
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, base), HAS_SERVED))
    const versions = ready.map(({ id, servedAt }): [string, string] => [id, String(servedAt?.getTime())])
    const { missing } = await caller.call<'sync'>({
      kind: 'sync',
      base,
      snapshot: snapshotOf(base),
      versions,
    })
    const sizes = new Map(ready.map((one) => [one.id, one.passages]))
    for (let at = 0; at < missing.length; ) {
      const batch: string[] = []
      for (let size = 0; at < missing.length && (size === 0 || size < PASSAGES_AT_ONCE); at++) {
        const id = missing[at] as string
        batch.push(id)
        size += Math.max(1, sizes.get(id) ?? 0)
      }
      const loaded = await load(batch)
      if (loaded.length > 0) await caller.call<'put'>({ kind: 'put', base, documents: loaded })
    }
    saveLater(base)
  }

  /** One at a time for each base; who comes meanwhile waits for the one that is under way, and looks again. */
  const follow = async (knowledgeBaseIds: string[]): Promise<void> => {
    const behind = (await statesOf(knowledgeBaseIds)).filter(([base, state]) => indexed.get(base) !== state)
    await Promise.all(
      behind.map(async ([base, state]) => {
        const running = syncing.get(base)
        if (running) {
          await running.catch(() => {})
          return follow([base])
        }
        const started = sync(base).then(() => void indexed.set(base, state))
        syncing.set(base, started)
        await started.finally(() => syncing.delete(base))
      }),
    )
  }

  /** Knowledge bases with an index on disk, or soon to have one, and whether they still exist. */
  const kept = async (among: (base: string) => boolean = () => true) => {
    const files = await readdir(folder).catch(() => [])
    const onDisk = files.flatMap((file) => /^([0-9a-f-]{36})\.index/.exec(file)?.[1] ?? [])
    const bases = [...new Set([...onDisk, ...saving.keys()])].filter(among)
    if (bases.length === 0) return []
    const known = await db
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(inArray(knowledgeBases.id, bases))
    const ids = new Set(known.map(({ id }) => id))
    return bases.map((base) => ({ base, exists: ids.has(base) }))
  }

  const drop = async (base: string) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    indexed.delete(base)
    await caller.call<'drop'>({ kind: 'drop', base })
    await rm(snapshotOf(base), { force: true })
  }

  return {
    /** Removes what was kept of knowledge bases that are gone. */
    async sweep() {
      for (const { base, exists } of await kept()) if (!exists) await drop(base)
    },

    /** Takes what was deleted in these knowledge bases off the disk. */
    async purge(knowledgeBaseIds: string[]) {
      const purged = new Set(knowledgeBaseIds)
      for (const { base, exists } of await kept((one) => purged.has(one))) {
        if (!exists) await drop(base)
        else {
          await follow([base])
          await save(base)
        }
      }
    },

    async search(
      { knowledgeBaseIds, documentIds }: Scope,
      query: Omit<IndexQuery, 'documentIds'>,
    ): Promise<IndexHits> {
      await follow(knowledgeBaseIds)
      return caller.call<'search'>({
        kind: 'search',
        bases: knowledgeBaseIds,
        query: { ...query, documentIds: documentIds ?? null },
      })
    },

    async close() {
      for (const timer of saving.values()) clearTimeout(timer)
      await caller.close()
    },
  }
}
