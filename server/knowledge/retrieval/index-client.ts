import type { Worker } from 'node:worker_threads'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/open.ts'
import { documents, knowledgeBases, passages } from '../../kernel/db/schema/index.ts'
import { createTurns } from '../../kernel/turns.ts'
import { createWorkerCaller } from '../../kernel/workers.ts'
import { createCandidateIndexes } from './candidate-indexes.ts'
import { hasDead } from './index/files.ts'
import type { RewriteRequest } from './index/rewrites.ts'
import type { IndexQuery } from './index/search-in.ts'
import { createIndexCaller, fillIndex, searchLoaded, writeIndex } from './index-caller.ts'
import { INDEXED_COLUMNS, indexedDocuments } from './indexed-documents.ts'
import { HAS_SERVED, SERVED } from './served.ts'
import type { Snapshots } from './snapshots.ts'

/** Documents to search. Without `documentIds`, all documents except `closed`, which the reader has no access to. */
export type Scope = {
  knowledgeBaseIds: string[]
  documentIds?: string[] | undefined
  closed: ReadonlySet<string>
}

/** An index is written to disk once it has not changed for this time. */
const SAVE_AFTER = 5_000 // ms
/** Large indexes are also written while they are built, so that a crash does not lose all progress. */
const BATCHES_PER_SAVE = 50

export type IndexClient = ReturnType<typeof createIndexClient>

/**
 * Searches the published passages with an index that runs in its own thread. The index is derived from the database:
 * before each search the state of each knowledge base is compared with what was indexed, so that several processes on
 * one database give the same answers. `snapshots` caches the index on disk and can be deleted at any time. Segments are
 * merged from their files in a separate short-lived thread, so searches do not wait.
 */
export const createIndexClient = ({
  db,
  startWorker,
  startRewriter,
  snapshots,
  saveAfter = SAVE_AFTER,
}: {
  db: Db
  startWorker: () => Worker
  startRewriter: () => Worker
  snapshots: Snapshots
  saveAfter?: number
}) => {
  const caller = createIndexCaller(startWorker)
  /** State of each knowledge base in the thread. Entries of earlier threads have another `generation`. */
  const indexed = new Map<string, { generation: number; state: string }>()
  const syncing = new Map<string, Promise<void>>()
  const saving = new Map<string, NodeJS.Timeout>()
  /** Serializes writes per knowledge base, and all rewrites. */
  const inTurn = createTurns()

  /**
   * A string per knowledge base that changes when a document becomes ready, changes or is removed. Every document
   * counts: the clock of the process that served one may be behind that of another.
   */
  const statesOf = async (knowledgeBaseIds: string[]) => {
    const one = sql`(${documents.id}, ${documents.servedReading}, ${documents.servedAt})`
    const rows = await db
      .select({
        base: documents.knowledgeBaseId,
        state: sql<string>`concat(count(*), ' ', bit_xor(hash_record_extended(${one}, 0)))`,
      })
      .from(documents)
      .where(and(inArray(documents.knowledgeBaseId, knowledgeBaseIds), HAS_SERVED))
      .groupBy(documents.knowledgeBaseId)
    const states = new Map(rows.map(({ base, state }) => [base, state]))
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

  const rewrite = (request: RewriteRequest) =>
    inTurn('rewrites', async () => {
      const rewriter = createWorkerCaller<RewriteRequest, (string | null)[]>(startRewriter, 'rewrite')
      try {
        return await rewriter.call(request)
      } finally {
        await rewriter.close()
      }
    })

  /** Returns false if the thread no longer holds the index. `isThorough` also removes deleted content from the disk. */
  const save = (base: string, isThorough = false) => {
    clearTimeout(saving.get(base))
    saving.delete(base)
    return inTurn(base, async () => {
      const state = indexed.get(base)?.state ?? ''
      if (await snapshots.adoptShared(base, state, isThorough)) return true
      const folder = snapshots.folderOf(base)
      if (!(await writeIndex({ base, folder, state, isThorough }, caller.call, rewrite))) {
        indexed.delete(base)
        return false
      }
      // Do not replace the shared index of another process with an outdated one.
      const [current] = await statesOf([base])
      if (current?.[1] === state) await snapshots.share(base)
      return true
    })
  }

  const saveLater = (base: string) => {
    clearTimeout(saving.get(base))
    // Errors are ignored: without the file, the index only loads more slowly.
    const timer = setTimeout(() => void save(base).catch(() => {}), saveAfter)
    timer.unref()
    saving.set(base, timer)
  }

  const sync = async (base: string, state: string) => {
    if (indexed.get(base)?.generation !== caller.generation()) await snapshots.fetchShared(base, state)
    const ready = await db
      .select({ id: documents.id, servedAt: documents.servedAt, passages: documents.passageCount })
      .from(documents)
      .where(and(eq(documents.knowledgeBaseId, base), HAS_SERVED))
    let batches = 0
    await fillIndex(caller, {
      base,
      folder: snapshots.folderOf(base),
      documents: ready.map(({ servedAt, ...one }) => ({ ...one, version: String(servedAt?.getTime()) })),
      read: load,
      onBatch() {
        if (++batches % BATCHES_PER_SAVE === 0) void save(base).catch(() => {})
      },
    })
    saveLater(base)
  }

  /** Brings outdated indexes up to date. If one is already being updated, it waits for that and checks again. */
  const catchUp = async (knowledgeBaseIds: string[]): Promise<void> => {
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
          return catchUp([base])
        }
        const started = sync(base, state).then(() => void indexed.set(base, { generation, state }))
        syncing.set(base, started)
        await started.finally(() => syncing.delete(base))
      }),
    )
  }

  /** Knowledge bases with an index on disk or one about to be written. */
  const stored = async () => [...new Set([...(await snapshots.onDisk()), ...saving.keys()])]

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
    await inTurn(base, () => snapshots.remove(base))
  }

  /** Rewrites the stored index from the current state of the database. */
  const refresh = async (base: string) => {
    do await catchUp([base])
    while (!(await save(base, true)))
  }

  return {
    /** Removes indexes of deleted knowledge bases from this disk, and rewrites outdated ones. */
    async sweep() {
      const own = await stored()
      const exists = await existing(own)
      for (const base of own) if (!exists.has(base)) await drop(base)
      for (const [base, state] of await statesOf(own.filter((one) => exists.has(one) && !saving.has(one))))
        if (!(await snapshots.holds(base, state))) await refresh(base)
    },

    /** Does the same for shared indexes; one process calls it. */
    async sweepShared() {
      const { shared } = snapshots
      const bases = (await shared?.bases()) ?? []
      const exists = await existing(bases)
      for (const base of bases) if (!exists.has(base)) await shared?.remove(base)
      for (const [base, state] of await statesOf([...exists])) {
        const found = await shared?.tidy(base)
        if (found && !(found.isWhole && found.manifest.state === state && !hasDead(found.manifest)))
          await refresh(base)
      }
    },

    /** Removes deleted content of these knowledge bases from the disk and from the shared indexes. */
    async purge(knowledgeBaseIds: string[]) {
      const [exists, own] = [await existing(knowledgeBaseIds), new Set(await stored())]
      for (const base of new Set(knowledgeBaseIds)) {
        if (!exists.has(base)) {
          if (own.has(base)) await drop(base)
          await snapshots.shared?.remove(base)
        } else if (own.has(base)) await refresh(base)
      }
    },

    search: ({ knowledgeBaseIds, documentIds, closed }: Scope, query: Omit<IndexQuery, 'documentIds'>) =>
      searchLoaded(caller, {
        bases: knowledgeBaseIds,
        query: { ...query, documentIds: documentIds ?? null },
        closed,
        load(absent) {
          for (const base of absent) indexed.delete(base)
          return catchUp(knowledgeBaseIds)
        },
      }),

    /** Unpublished indexes. */
    candidates: createCandidateIndexes({ db, caller }),

    async close() {
      for (const timer of saving.values()) clearTimeout(timer)
      await caller.close()
    },
  }
}
