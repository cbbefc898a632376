import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { RerankEndpoint } from '../../kernel/config/models.ts'
import { createOccasionalWarning } from '../../kernel/occasional-warning.ts'
import { measured } from '../../kernel/telemetry/operations.ts'

/** A search waits no longer for another order. */
const RERANK_LIMIT = 3_000 // ms
/** After so many failures in a row the server is left alone for a while, so that no search waits for it. */
const FAILURES_MAX = 3
const PAUSE = 60_000 // ms
/** So many texts are sent at once: Text Embeddings Inference refuses more unless it was told otherwise. */
export const RERANKED = 32

/** Of one text, by its place among those that were sent. */
const Rank = z.object({ index: z.int().check(z.nonnegative()), score: z.number() })
const Named = z.pipe(
  z.object({ index: Rank.shape.index, relevance_score: z.number() }),
  z.transform(({ index, relevance_score }) => ({ index, score: relevance_score })),
)
/** As Text Embeddings Inference replies, or as Cohere, Jina, vLLM and others do. */
const Reply = z.union([
  z.array(Rank),
  z.pipe(
    z.object({ results: z.array(Named) }),
    z.transform(({ results }) => results),
  ),
])
/** `relevance`: the score as a share between 0 and 1, whatever the scale of the server. */
type Rank = z.infer<typeof Rank> & { relevance: number }

const isShare = (score: number) => score >= 0 && score <= 1

/** Servers answer with probabilities or with the logits of a cross-encoder; one reply holds only one of the two. */
const scaleOf = (ranks: z.infer<typeof Rank>[]) =>
  ranks.every(({ score }) => isShare(score)) ? 'shares' : 'logits'

/** Best first. */
export const rankedBy = (ranks: z.infer<typeof Rank>[], scale = scaleOf(ranks)): Rank[] =>
  ranks
    .map((rank) => ({
      ...rank,
      relevance: scale === 'shares' ? rank.score : 1 / (1 + Math.exp(-rank.score)),
    }))
    .sort((a, b) => b.score - a.score)

/** Ranks texts for a query, best first. Null where no other order is available: the order they came in stands. */
export type Reranker = (query: string, texts: string[]) => Promise<Rank[] | null>

/**
 * Sends one request to the rerank server of the operator. With a model name the request has the format of Cohere and
 * Jina. Text Embeddings Inference serves a single model, so its requests have no model name, and the documents are
 * called `texts`.
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

/** Asks it for each search, and leaves it alone for a while once it fails. */
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
    // One search alone finds out whether a server that failed is back.
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
