import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, passages } from '../db/schema/index.ts'
import type { Embedder } from './embedder.ts'
import type { Vectors } from './vectors.ts'

/** Weighted reciprocal rank fusion: the figures measured best on our own questions. */
const FUSION_K = 10
const TEXT_WEIGHT = 0.5
const VECTOR_WEIGHT = 1
/** As many by words and as many by meaning take part. */
export const CANDIDATES = 40
/** Below, a passage is not about the question at all and takes no rank. */
export const COSINE_MIN = 0.15
/**
 * An answer needs a passage that is near and holds some of the question's words: cosine + 0.3 × their share.
 * Measured on the demo's documents; off-topic questions reach 0.43, questions that are answered there begin at 0.43.
 */
const ANSWERABLE = 0.42
const COVERAGE_WEIGHT = 0.3
const QUERY_LENGTH_MAX = 2_000

export type Hit = {
  passageId: string
  documentId: string
  documentName: string
  title: string
  headingPath: string[]
  content: string
  charStart: number
  page: number | null
  /** Fused, between 0 and 1. */
  score: number
  textRank: number | null
  vectorRank: number | null
  cosine: number
  /** Share of the question's words that the passage, its title or its headings hold. */
  coverage: number
}

/** `answerable` is false when nothing found is near enough to be an answer. */
export type SearchResult = { hits: Hit[]; searched: number; answerable: boolean }

/** Where to look; no `documentIds` are all of them. */
export type Scope = { knowledgeBaseIds: string[]; documentIds?: string[] | undefined }

type TextHit = { id: string; matched: number; asked: number; rank: number }

/**
 * Any of the words may match, for they are seldom all in one passage; who holds more of them comes first, and
 * what holds as much has the same rank.
 */
const textHits = async (
  db: Db,
  question: string,
  { knowledgeBaseIds, documentIds }: Scope,
  limit: number,
): Promise<TextHit[]> => {
  const { rows } = await db.execute<TextHit>(sql`
    with asked as (
      select replace(plainto_tsquery('english', ${question})::text, '&', '|')::tsquery as query,
             tsvector_to_array(to_tsvector('english', ${question})) as words
    ), found as (
      select ${passages.id} as id, ${passages.position} as position, ${passages.search} as search,
             ts_rank_cd(${passages.search}, asked.query) as rank
      from ${passages}
      join ${documents} on ${documents.id} = ${passages.documentId} and ${documents.status} = 'ready'
      cross join asked
      where ${inArray(passages.knowledgeBaseId, knowledgeBaseIds)} and ${passages.search} @@ asked.query
        and ${documentIds ? inArray(passages.documentId, documentIds) : sql`true`}
      order by rank desc, ${passages.position}, ${passages.id}
      limit ${limit}
    ), held as (
      select found.*, cardinality(asked.words) as asked,
             (select count(*)::int from unnest(asked.words) as word
               where word = any(tsvector_to_array(found.search))) as matched
      from found cross join asked
    )
    select id, asked, matched, dense_rank() over (order by matched desc, rank desc)::int as rank
    from held
    order by rank, position, id`)
  return rows
}

const isAnswer = ({ cosine, coverage }: Hit) => cosine + COVERAGE_WEIGHT * coverage >= ANSWERABLE

export type Ranking = ReturnType<typeof createRanking>

/** The places of passages by words, by meaning and by both; `candidates` of each take part. */
export const createRanking =
  ({ db, embedder, vectors }: { db: Db; embedder: Embedder; vectors: Vectors }) =>
  async (question: string, scope: Scope, candidates = CANDIDATES) => {
    const query = question.trim().slice(0, QUERY_LENGTH_MAX)
    const isNothing = scope.knowledgeBaseIds.length === 0 || query === ''
    const nearest = async () => {
      const [vector] = isNothing ? [] : await embedder.embed([query], 'now')
      return vector ? vectors.nearest(vector, scope, candidates) : { near: [], compared: 0 }
    }
    const [texts, { near, compared }] = await Promise.all([
      isNothing ? [] : textHits(db, query, scope, candidates),
      nearest(),
    ])
    const byText = new Map(texts.map((hit) => [hit.id, hit]))
    const close = near.filter(({ cosine }) => cosine >= COSINE_MIN)
    const byVector = new Map(close.map(({ passageId }, index) => [passageId, index + 1]))
    const cosines = new Map(near.map(({ passageId, cosine }) => [passageId, cosine]))
    const fused = [...new Set([...byVector.keys(), ...byText.keys()])]
      .map((id) => ({ id, score: fusion(byText.get(id)?.rank, byVector.get(id)) }))
      .sort((a, b) => b.score - a.score)
    return { byText, byVector, cosines, fused, compared }
  }

export type Search = ReturnType<typeof createSearch>

/** Full text and vectors together, over knowledge bases that the caller has checked to be the asker's. */
export const createSearch =
  ({ db, ranking }: { db: Db; ranking: Ranking }) =>
  async (
    question: string,
    knowledgeBaseIds: string[],
    limit = 8,
    documentIds?: string[],
  ): Promise<SearchResult> => {
    const {
      byText,
      byVector,
      cosines,
      fused: all,
      compared,
    } = await ranking(question, {
      knowledgeBaseIds,
      documentIds,
    })
    const fused = all.slice(0, limit)
    const rows = await rowsOf(
      db,
      fused.map(({ id }) => id),
    )
    const hits = fused.flatMap(({ id, score }): Hit[] => {
      const row = rows.get(id)
      const text = byText.get(id)
      if (!row) return []
      return [
        {
          ...row,
          score,
          textRank: text?.rank ?? null,
          vectorRank: byVector.get(id) ?? null,
          cosine: cosines.get(id) ?? 0,
          coverage: text ? text.matched / Math.max(text.asked, 1) : 0,
        },
      ]
    })
    return {
      hits,
      searched: compared,
      answerable: hits.some(isAnswer),
    }
  }

const fusion = (textRank: number | undefined, vectorRank: number | undefined) => {
  const text = textRank === undefined ? 0 : TEXT_WEIGHT / (FUSION_K + textRank)
  const vector = vectorRank === undefined ? 0 : VECTOR_WEIGHT / (FUSION_K + vectorRank)
  return (text + vector) / ((TEXT_WEIGHT + VECTOR_WEIGHT) / (FUSION_K + 1))
}

const rowsOf = async (db: Db, ids: string[]) => {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .select({
      passageId: passages.id,
      documentId: passages.documentId,
      documentName: documents.name,
      title: passages.title,
      headingPath: passages.headingPath,
      content: passages.content,
      charStart: passages.charStart,
      page: passages.page,
    })
    .from(passages)
    .innerJoin(documents, and(eq(documents.id, passages.documentId), eq(documents.status, 'ready')))
    .where(inArray(passages.id, ids))
  return new Map(rows.map((row) => [row.passageId, row]))
}
