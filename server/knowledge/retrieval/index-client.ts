import type { Worker } from 'node:worker_threads'
import { and, asc, count, eq, inArray, max } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, knowledgeBases, passages } from '../../kernel/db/schema/index.ts'
import { createCandidateIndexes } from './candidate-indexes.ts'
import type { IndexQuery } from './index/search-in.ts'
import { createIndexCaller, searchLoaded } from './index-caller.ts'
import { batchesOf, INDEXED_COLUMNS, indexedDocuments } from './indexed-documents.ts'
import { HAS_SERVED, SERVED } from './served.ts'
import type { Snapshots } from './snapshots.ts'

/** Where to look; no `documentIds` are all of them but those that are closed to whoever searches. */
export type Scope = {
  knowledgeBaseIds: string[]
  documentIds?: string[] | undefined
  closed: ReadonlySet<string>
}

/** An index is written to disk once it has not changed for so long. */
const SAVE_AFTER = 5_000 // ms

export type IndexClient = ReturnType<typeof createIndexClient>

/**
 * Searches the published passages with an index that runs in its own thread. The index is derived from the database:
 * before each search the state of each knowledge base is compared with what was indexed, so that several processes on
 * one database give the same answers. `snapshots` caches the index on disk and can be deleted at any time.
 */
export const createIndexClient = ({
  db,
  startWorker,
  snapshots,
  saveAfter = SAVE_AFTER,
}: {
  db: Db
  startWorker: () => Worker
  snapshots: Snapshots
  saveAfter?: number
}) => {
  const caller = createIndexCaller(startWorker)
  /** What the thread holds of each base; nothing of what an earlier one held. */
  const indexed = new Map<string, { generation: number; state: string }>()
  const syncing = new Map<string, Promise<void>>()
  const saving = new Map<string, NodeJS.Timeout>()

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

  /** Whether the thread still held it. */
  const save = async (base: string) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    const state = indexed.get(base)?.state ?? ''
    const { isSaved } = await caller.call<'save'>({
      kind: 'save',
      base,
      snapshot: snapshots.fileOf(base),
      state,
    })
    if (!isSaved) {
      indexed.delete(base)
      return false
    }
    // A process that is behind takes nothing from the others.
    const [current] = await statesOf([base])
    if (current?.[1] === state) await snapshots.share(base, state)
    return true
  }

  const saveLater = (base: string) => {
    clearTimeout(saving.get(base))
    // Without it the index is only slower to begin with.
    const timer = setTimeout(() => void save(base).catch(() => {}), saveAfter)
    timer.unref()
    saving.set(base, timer)
  }

  const sync = async (base: string, state: string) => {
    if (indexed.get(base)?.generation !== caller.generation()) await snapshots.obtain(base, state)
    const ready = await db
      .select({ id: documents.id, servedAt: documents.servedAt, passages: documents.passageCount })
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, base), HAS_SERVED))
    const versions = ready.map(({ id, servedAt }): [string, string] => [id, String(servedAt?.getTime())])
    const { missing } = await caller.call<'sync'>({
      kind: 'sync',
      base,
      snapshot: snapshots.fileOf(base),
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
        const started = sync(base, state).then(() => void indexed.set(base, { generation, state }))
        syncing.set(base, started)
        await started.finally(() => syncing.delete(base))
      }),
    )
  }

  /** Knowledge bases with an index on disk, or soon to have one. */
  const kept = async () => [...new Set([...(await snapshots.onDisk()), ...saving.keys()])]

  const existing = async (bases: string[]) => {
    if (bases.length === 0) return new Set<string>()
    const known = await db
      .select({ id: knowledgeBases.id })
      .from(knowledgeBases)
      .where(inArray(knowledgeBases.id, bases))
    return new Set(known.map(({ id }) => id))
  }

  const drop = async (base: string) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    indexed.delete(base)
    await caller.call<'drop'>({ kind: 'drop', base })
    await snapshots.remove(base)
  }

  /** Brings a base's file to what the database says. */
  const renew = async (base: string) => {
    do await follow([base])
    while (!(await save(base)))
  }

  return {
    /** Removes what was kept of knowledge bases that are gone, and of documents that went unnoticed by this process. */
    async sweep() {
      const [own, shared] = [await kept(), await snapshots.sharedBases()]
      const exists = await existing([...new Set([...own, ...shared])])
      for (const base of own) if (!exists.has(base)) await drop(base)
      for (const base of shared) if (!exists.has(base)) await snapshots.retract(base, null)
      const left = own.filter((base) => exists.has(base) && !saving.has(base))
      for (const [base, state] of await statesOf(left))
        if (!(await snapshots.holds(base, state))) await renew(base)
      for (const [base, state] of await statesOf(shared.filter((one) => exists.has(one))))
        await snapshots.retract(base, state)
    },

    /** Takes what was deleted in these knowledge bases off the disk, and from what the processes share. */
    async purge(knowledgeBaseIds: string[]) {
      const exists = await existing(knowledgeBaseIds)
      for (const [base, state] of await statesOf(knowledgeBaseIds))
        await snapshots.retract(base, exists.has(base) ? state : null)
      const purged = new Set(knowledgeBaseIds)
      for (const base of (await kept()).filter((one) => purged.has(one))) {
        if (exists.has(base)) await renew(base)
        else await drop(base)
      }
    },

    search: ({ knowledgeBaseIds, documentIds, closed }: Scope, query: Omit<IndexQuery, 'documentIds'>) =>
      searchLoaded(caller, {
        bases: knowledgeBaseIds,
        query: { ...query, documentIds: documentIds ?? null },
        closed,
        load(absent) {
          for (const base of absent) indexed.delete(base)
          return follow(knowledgeBaseIds)
        },
      }),

    /** Indexes that are not searched yet. */
    candidates: createCandidateIndexes({ db, caller }),

    async close() {
      for (const timer of saving.values()) clearTimeout(timer)
      await caller.close()
    },
  }
}
