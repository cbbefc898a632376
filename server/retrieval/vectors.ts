import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, passages } from '../db/schema/index.ts'
import type { Scope } from './search.ts'

/** 128,000 passages of 512 dimensions. */
const CACHE_BYTES_MAX = 256 * 1024 * 1024
const ROWS_PER_QUERY = 2_000

type Loaded = { ids: string[]; rows: Float32Array[]; bytes: number }
type Near = { passageId: string; cosine: number }

/** Little endian on every platform that Node runs on. */
export const toBytes = (vector: Float32Array) =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

/** Copied: a Buffer of the driver need not lie on a multiple of four bytes. */
export const fromBytes = (bytes: Buffer) =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))

/** Of two vectors of one length. In four sums, of which none waits for the others: that takes half the time of one. */
export const dot = (a: Float32Array, b: Float32Array) => {
  const whole = a.length - (a.length % 4)
  let one = 0
  let two = 0
  let three = 0
  let four = 0
  for (let index = 0; index < whole; index += 4) {
    one += (a[index] as number) * (b[index] as number)
    two += (a[index + 1] as number) * (b[index + 1] as number)
    three += (a[index + 2] as number) * (b[index + 2] as number)
    four += (a[index + 3] as number) * (b[index + 3] as number)
  }
  for (let index = whole; index < a.length; index++) one += (a[index] as number) * (b[index] as number)
  return one + two + three + four
}

export type Vectors = ReturnType<typeof createVectors>

/**
 * The vectors of ready documents, kept in memory by document. A ready document never changes, and which ones
 * are ready is read each time: so nothing is stale, also with several servers on one database.
 */
export const createVectors = (db: Db) => {
  const cache = new Map<string, Promise<Loaded>>()
  let bytes = 0

  const load = async (documentId: string): Promise<Loaded> => {
    const loaded: Loaded = { ids: [], rows: [], bytes: 0 }
    for (let offset = 0; ; offset += ROWS_PER_QUERY) {
      const rows = await db
        .select({ id: passages.id, embedding: passages.embedding })
        .from(passages)
        .where(and(eq(passages.documentId, documentId), isNotNull(passages.embedding)))
        .orderBy(asc(passages.position))
        .limit(ROWS_PER_QUERY)
        .offset(offset)
      for (const { id, embedding } of rows) {
        if (!embedding) continue
        loaded.ids.push(id)
        loaded.rows.push(fromBytes(embedding))
        loaded.bytes += embedding.byteLength
      }
      if (rows.length < ROWS_PER_QUERY) return loaded
    }
  }

  const drop = (documentId: string) => {
    const gone = cache.get(documentId)
    if (!gone) return
    cache.delete(documentId)
    gone.then(
      (loaded) => {
        bytes -= loaded.bytes
      },
      () => {},
    )
  }

  const get = (documentId: string) => {
    const known = cache.get(documentId)
    if (known) {
      cache.delete(documentId)
      cache.set(documentId, known)
      return known
    }
    const loading = load(documentId)
    cache.set(documentId, loading)
    loading.then(
      (loaded) => {
        bytes += loaded.bytes
        for (const oldest of cache.keys()) {
          if (bytes <= CACHE_BYTES_MAX || oldest === documentId) break
          drop(oldest)
        }
      },
      () => cache.delete(documentId),
    )
    return loading
  }

  return {
    drop,
    /** The passages nearest to `query`, best first, and how many were compared. */
    async nearest(query: Float32Array, { knowledgeBaseIds, documentIds }: Scope, limit: number) {
      const ready = await db
        .select({ id: documents.id })
        .from(documents)
        .where(
          and(
            inArray(documents.knowledgeBaseId, knowledgeBaseIds),
            eq(documents.status, 'ready'),
            documentIds && inArray(documents.id, documentIds),
          ),
        )
      const near: Near[] = []
      let compared = 0
      for (const { id } of ready) {
        const { ids, rows } = await get(id)
        rows.forEach((row, index) => {
          // Written by another embedding model: it says nothing beside this one.
          if (row.length !== query.length) return
          compared++
          near.push({ passageId: ids[index] as string, cosine: dot(query, row) })
        })
      }
      near.sort((a, b) => b.cosine - a.cosine)
      return { near: near.slice(0, limit), compared }
    },
  }
}
