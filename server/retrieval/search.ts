import { inArray } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { documents, passages } from '../db/schema/index.ts'
import { type Embedder, embeddedText } from './embedder.ts'
import type { QuestionWord } from './index/question-words.ts'
import type { IndexClient, Scope } from './index-client.ts'
import { languageOf } from './language.ts'
import { mergeRanked, NOTHING, type Ranked, reciprocal } from './ranked.ts'
import { RERANKED, type Reranker } from './reranker.ts'
import { SERVED } from './served.ts'

/** In the fusion of both ranks: the figures measured best by `npm run bench:answers`. */
const TEXT_WEIGHT = 1
const VECTOR_WEIGHT = 0.7
/** As many by words and as many by meaning take part. */
export const CANDIDATES = 60
/** Below, a passage is not about the question at all and takes no rank. */
export const COSINE_MIN = 0.15
const QUERY_LENGTH_MAX = 2_000
/**
 * How much must speak for a passage before anything is quoted as an answer. Of the values that quote at most 12 in
 * 100 answerable questions beside the point it is the one that answers and refuses most rightly; the bench prints
 * the others.
 */
const EVIDENCE_MIN = 1.15
/** Below, nothing found is near enough for anybody to answer from. */
const NEAR_MIN = 0.5
const COSINE_SHARE = 0.5
/** Of the fused score: that words and meaning found the same passage first speaks for it, too. */
const AGREEMENT_SHARE = 0.5

export type Hit = {
  passageId: string
  documentId: string
  documentName: string
  title: string
  headingPath: string[]
  content: string
  charStart: number
  page: number | null
  /** ISO 639-3. */
  language: string
  /** Fused, between 0 and 1. */
  score: number
  /** What the rerank server says, on its own scale; null where it was not asked. It decides the order. */
  rerankScore: number | null
  textRank: number | null
  vectorRank: number | null
  /** 0 where the passage is not near; null where it was not compared by meaning. */
  cosine: number | null
  /** Share of the question's words, weighed by how rare they are, that the passage, its title or its headings hold. */
  coverage: number
}

/**
 * What was found, best first. `words` are those of the question, as the index knows them; `answerable` is false when
 * nothing found is near enough to be an answer.
 */
export type SearchResult = { hits: Hit[]; searched: number; words: QuestionWord[]; answerable: boolean }

type Found = Pick<Hit, 'cosine' | 'coverage' | 'score'>

/** How near a passage is to the question: by words and meaning, or by words alone where meaning was not compared. */
export const nearnessOf = ({ cosine, coverage }: Omit<Found, 'score'>) =>
  cosine === null ? coverage * (1 + COSINE_SHARE) : coverage + cosine * COSINE_SHARE

/** The same, and how far ahead of others it was found; words alone reach only their part of the fused score. */
export const evidenceOf = (found: Found) =>
  nearnessOf(found) +
  AGREEMENT_SHARE * found.score * (found.cosine === null ? (TEXT_WEIGHT + VECTOR_WEIGHT) / TEXT_WEIGHT : 1)

export const isAnswer = (hit: Found) => evidenceOf(hit) >= EVIDENCE_MIN

export type Ranking = ReturnType<typeof createRanking>

/** The places of passages by words, by meaning and by both; `candidates` of each take part. */
export const createRanking = ({ embedder, index }: { embedder: Embedder; index: IndexClient }) => {
  /** A model says nothing of languages that it was not made for; tables and lists are in none that can be told. */
  const understands = (language: string) =>
    language === 'und' || (embedder.languages?.includes(language) ?? true)

  return async (question: string, scope: Scope, candidates = CANDIDATES): Promise<Ranked> => {
    const query = question.trim().slice(0, QUERY_LENGTH_MAX)
    if (scope.knowledgeBaseIds.length === 0 || query === '') return NOTHING
    const told = languageOf(query)
    const [vector] = understands(told) ? await embedder.embed([query], 'now') : []
    const found = await index.search(scope, { question: query, vector: vector ?? null, limit: candidates })
    const close = found.byMeaning.filter(
      ({ cosine, language }) => cosine >= COSINE_MIN && understands(language),
    )
    const languages = new Map(
      [...found.byMeaning, ...found.byWords].map(({ id, language }) => [id, language]),
    )
    const byText = new Map(found.byWords.map((hit, place) => [hit.id, { ...hit, rank: place + 1 }]))
    const byVector = new Map(close.map(({ id }, place) => [id, place + 1]))
    const fused = [...new Set([...byText.keys(), ...byVector.keys()])]
      .map((id) => ({ id, score: fusion(byText.get(id)?.rank, byVector.get(id)) }))
      .sort((a, b) => b.score - a.score)
    return {
      byText,
      byVector,
      cosines: new Map(close.map(({ id, cosine }) => [id, cosine])),
      languages,
      isCompared: (id) => vector !== undefined && understands(languages.get(id) ?? 'und'),
      fused,
      words: found.words,
      compared: found.searched,
    }
  }
}

export type Search = ReturnType<typeof createSearch>
type Parts = { db: Db; ranking: Ranking; rerank: Reranker | null }

/**
 * Words and meaning together, over knowledge bases that the caller has checked to be the asker's. What is asked may
 * be several texts that are searched as one; the first is the question.
 */
export const createSearch = ({ db, ranking, rerank }: Parts) => {
  /** Those that the rerank server has placed, then the others as they came. */
  const reranked = async (question: string, hits: Hit[]) => {
    const texts = hits
      .slice(0, RERANKED)
      .map(({ title, headingPath, content }) => embeddedText(title, headingPath, content))
    const ranks = await rerank?.(question.trim().slice(0, QUERY_LENGTH_MAX), texts)
    if (!ranks) return hits
    const placed = ranks.map(({ index, score }) => ({ ...hits[index]!, rerankScore: score }))
    const places = new Set(ranks.map(({ index }) => index))
    return [...placed, ...hits.filter((_, place) => !places.has(place))]
  }

  return async (
    asked: string | string[],
    knowledgeBaseIds: string[],
    limit = 8,
    documentIds?: string[],
  ): Promise<SearchResult> => {
    const scope = { knowledgeBaseIds, documentIds }
    const [question = '', ...others] = [asked].flat()
    const found = mergeRanked(await Promise.all([question, ...others].map((query) => ranking(query, scope))))
    const fused = found.fused.slice(0, rerank ? Math.max(limit, RERANKED) : limit)
    const rows = await rowsOf(
      db,
      fused.map(({ id }) => id),
    )
    const candidates = fused.flatMap(({ id, score }): Hit[] => {
      const row = rows.get(id)
      const text = found.byText.get(id)
      if (!row) return []
      return [
        {
          ...row,
          score,
          rerankScore: null,
          language: found.languages.get(id) ?? 'und',
          textRank: text?.rank ?? null,
          vectorRank: found.byVector.get(id) ?? null,
          cosine: found.isCompared(id) ? (found.cosines.get(id) ?? 0) : null,
          coverage: text?.coverage ?? 0,
        },
      ]
    })
    const hits = (await reranked(question, candidates)).slice(0, limit)
    return {
      hits,
      searched: found.compared,
      words: found.words,
      answerable: hits.some((hit) => nearnessOf(hit) >= NEAR_MIN),
    }
  }
}

const fusion = (textRank: number | undefined, vectorRank: number | undefined) => {
  const text = textRank === undefined ? 0 : TEXT_WEIGHT * reciprocal(textRank)
  const vector = vectorRank === undefined ? 0 : VECTOR_WEIGHT * reciprocal(vectorRank)
  return (text + vector) / ((TEXT_WEIGHT + VECTOR_WEIGHT) * reciprocal(1))
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
    .innerJoin(documents, SERVED)
    .where(inArray(passages.id, ids))
  return new Map(rows.map((row) => [row.passageId, row]))
}
