import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { RerankEndpoint } from '../../kernel/config/models.ts'
import { MINUTE } from '../../kernel/durations.ts'
import { createOccasionalWarning } from '../../kernel/http/logger.ts'
import { measured } from '../../kernel/telemetry/operations.ts'

/** The search keeps its own order after this time. */
const RERANK_LIMIT = 3_000 // ms
/** After this many consecutive failures, the server is not called for a while, so that searches do not wait for it. */
const FAILURES_MAX = 3
const PAUSE = MINUTE
/** Texts per request: by default, Text Embeddings Inference rejects more. */
export const RERANKED_MAX = 32

/** The score of a text; `index` is its position in the request. */
const Rank = z.object({ index: z.int().check(z.nonnegative()), score: z.number() })
const Named = z.pipe(
  z.object({ index: Rank.shape.index, relevance_score: z.number() }),
  z.transform(({ index, relevance_score }) => ({ index, score: relevance_score })),
)
/** The reply of Text Embeddings Inference, or of Cohere, Jina, vLLM and others. */
const Reply = z.union([
  z.array(Rank),
  z.pipe(
    z.object({ results: z.array(Named) }),
    z.transform(({ results }) => results),
  ),
])
/** `relevance`: the score normalized to the range from 0 to 1. */
type Rank = z.infer<typeof Rank> & { relevance: number }

/** A reply contains either probabilities or logits, depending on the server. */
const scaleOf = (ranks: z.infer<typeof Rank>[]) =>
  ranks.every(({ score }) => score >= 0 && score <= 1) ? 'probabilities' : 'logits'

/** Sorts ranks, best first, and adds their relevance. */
export const rankedBy = (ranks: z.infer<typeof Rank>[], scale = scaleOf(ranks)): Rank[] =>
  ranks
    .map((rank) => ({
      ...rank,
      relevance: scale === 'probabilities' ? rank.score : 1 / (1 + Math.exp(-rank.score)),
    }))
    .sort((a, b) => b.score - a.score)

/** The reranker could not be asked, or not now: the same search may succeed later. */
export class RerankerUnavailable extends Error {
  constructor() {
    super('the reranker is unavailable')
    this.name = 'RerankerUnavailable'
  }
}

/** Ranks texts for a query, best first. Resolves to null on failure; callers then keep their order. */
export type Reranker = (query: string, texts: string[]) => Promise<Rank[] | null>

/**
 * Sends one request to the rerank server of the operator. With a model name the request has the format of Cohere and
 * Jina. Text Embeddings Inference serves a single model, so its requests have no model name, and the documents are
 * called `texts`.
 * @throws Error if the server fails, times out after `limit` ms or returns invalid ranks
 */
export async function askReranker(
  { baseUrl, apiKey, model }: RerankEndpoint,
  query: string,
  texts: string[],
  limit: number,
): Promise<Rank[]> {
  const body =
    model === null
      ? { query, texts, truncate: true }
      : { model, query, documents: texts, top_n: texts.length }
  const reply = await fetch(new URL('rerank', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(apiKey !== '' && { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(limit),
  })
  if (!reply.ok) {
    await reply.body?.cancel()
    throw new Error(`the rerank server replied with ${reply.status}`)
  }
  const ranks = z.parse(Reply, await reply.json())
  const places = new Set(ranks.map(({ index }) => index))
  if (places.size < ranks.length || ranks.some(({ index }) => index >= texts.length))
    throw new Error('the rerank server ranked a text twice, or one that it was not given')
  return rankedBy(ranks)
}

/** Calls the rerank server for each search, and pauses after repeated failures (circuit breaker). */
export const createReranker = (
  endpoint: RerankEndpoint,
  {
    log,
    limit = RERANK_LIMIT,
    now = Date.now,
  }: { log: FastifyBaseLogger; limit?: number; now?: () => number },
): Reranker => {
  const warn = createOccasionalWarning(log, 'passages were not reranked')
  let failures = 0
  let pausedUntil = 0

  return async (query, texts) => {
    if (texts.length === 0 || now() < pausedUntil) return null
    // After a pause, only one search tests whether the server works again.
    if (failures >= FAILURES_MAX) pausedUntil = now() + PAUSE
    try {
      const ranks = await measured('retrieval.rerank', { texts: texts.length }, () =>
        askReranker(endpoint, query, texts, limit),
      )
      failures = 0
      pausedUntil = 0
      return ranks
    } catch (error) {
      failures++
      if (failures >= FAILURES_MAX) pausedUntil = now() + PAUSE
      warn(error)
      return null
    }
  }
}
