import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Worker } from 'node:worker_threads'
import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, knowledgeBases, passages } from '../db/schema/index.ts'
import { createCandidateIndexes } from './candidate-indexes.ts'
import type { IndexHits, IndexQuery } from './index/passage-index.ts'
import { snapshotState } from './index/snapshot.ts'
import { createIndexCaller } from './index-caller.ts'
import { batchesOf, INDEXED_COLUMNS, indexedDocuments } from './indexed-documents.ts'
import { HAS_SERVED, SERVED } from './served.ts'

/** Where to look; no `documentIds` are all of them. */
export type Scope = { knowledgeBaseIds: string[]; documentIds?: string[] | undefined }

/** An index is written to disk once it has not changed for so long. */
const SAVE_AFTER = 5_000 // ms

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
  const caller = createIndexCaller(startWorker)
  /** What the thread holds of each base; nothing of what an earlier one held. */
  const indexed = new Map<string, { generation: number; state: string }>()
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
    return knowledgeBaseIds.map((base) => [base, states.get(base) ?? 'empty'] as const)
  }

  const load = async (ids: string[]) =>
    indexedDocuments(
      await db
        .select({ ...INDEXED_COLUMNS, version: documents.servedAt })
        .from(passages)
        .innerJoin(documents, SERVED)
        .where(inArray(passages.documentId, ids))
        .orderBy(asc(passages.documentId), asc(passages.position)),
    )

  const save = (base: string) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    const state = indexed.get(base)?.state ?? ''
    return caller.call<'save'>({ kind: 'save', base, snapshot: snapshotOf(base), state })
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
    for (const batch of batchesOf(missing, sizes)) {
      const loaded = await load(batch)
      if (loaded.length > 0) await caller.call<'put'>({ kind: 'put', base, documents: loaded })
    }
    saveLater(base)
  }

  /** One at a time for each base; who comes meanwhile waits for the one that is under way, and looks again. */
  const follow = async (knowledgeBaseIds: string[]): Promise<void> => {
    const generation = caller.generation()
    const behind = (await statesOf(knowledgeBaseIds)).filter(([base, state]) => {
      const known = indexed.get(base)
      return known?.state !== state || known.generation !== generation
    })
    await Promise.all(
      behind.map(async ([base, state]) => {
        const running = syncing.get(base)
        if (running) {
          await running.catch(() => {})
          return follow([base])
        }
        const started = sync(base).then(() => void indexed.set(base, { generation, state }))
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

  /** Brings a base's file to what the database says. */
  const renew = async (base: string) => {
    await follow([base])
    await save(base)
  }

  return {
    /** Removes what was kept of knowledge bases that are gone, and of documents that went unnoticed by this process. */
    async sweep() {
      const all = await kept()
      for (const { base, exists } of all) if (!exists) await drop(base)
      const left = all.flatMap(({ base, exists }) => (exists && !saving.has(base) ? [base] : []))
      if (left.length === 0) return
      for (const [base, state] of await statesOf(left))
        if ((await snapshotState(snapshotOf(base))) !== state) await renew(base)
    },

    /** Takes what was deleted in these knowledge bases off the disk. */
    async purge(knowledgeBaseIds: string[]) {
      const purged = new Set(knowledgeBaseIds)
      for (const { base, exists } of await kept((one) => purged.has(one))) {
        if (!exists) await drop(base)
        else await renew(base)
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

    /** Indexes that are not searched yet. */
    candidates: createCandidateIndexes({ db, caller }),

    async close() {
      for (const timer of saving.values()) clearTimeout(timer)
      await caller.close()
    },
  }
}
