import OpenAI from 'openai'
import type { ModelEndpoint } from '../../kernel/config/models.ts'
import { measured } from '../../kernel/telemetry/operations.ts'
import { type Embedder, EmbedderUnavailable, normalised, TextsRefused } from './embedder.ts'

const BATCH_TEXTS = 64
const TIMEOUT = 30_000
const CLOSED = 'the embedder was closed'
/** Texts that are invalid or too long. Any other failure (network, key, limit, server) may pass. */
const TEXTS_REFUSED = [400, 413, 422]

/**
 * Embeds texts through an OpenAI-compatible endpoint.
 * @throws EmbedderUnavailable if the endpoint fails, or answers without valid vectors
 * @throws TextsRefused if it refuses the texts
 */
export const createRemoteEmbedder = ({ baseUrl, apiKey, model }: ModelEndpoint): Embedder => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: apiKey || 'none', timeout: TIMEOUT, maxRetries: 2 })
  let dimensions: number | null = null
  const open = new Set<AbortController>()
  let closed = false

  /** Gateways also answer 200 with an error or a page: whatever is no list of vectors is a failure of the endpoint. */
  const vectorsIn = (data: OpenAI.Embedding[], asked: number) => {
    if (data.length !== asked) throw new Error('the embedding endpoint gave another number of vectors')
    const inOrder = [...data].sort((a, b) => a.index - b.index).map(({ embedding }) => embedding)
    const length = dimensions ?? inOrder[0]?.length
    for (const vector of inOrder) {
      if (vector.length !== length)
        throw new Error('the embedding endpoint gave vectors of different lengths')
      if (length === 0 || !vector.every(Number.isFinite))
        throw new Error('the embedding endpoint gave a vector that lacks numbers')
    }
    dimensions = length ?? null
    return inOrder.map((vector) => normalised(Float32Array.from(vector)))
  }

  const embedBatch = async (input: string[]) => {
    if (closed) throw new Error(CLOSED)
    const controller = new AbortController()
    const { signal } = controller
    open.add(controller)
    const ended = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new Error(CLOSED)))
    })
    return measured('model.embed', { model, texts: input.length }, () =>
      // Raced, because the client does not look at the signal between two tries.
      Promise.race([client.embeddings.create({ model, input, encoding_format: 'float' }, { signal }), ended]),
    )
      .then(({ data }) => vectorsIn(data, input.length))
      .catch((error: unknown) => {
        const status = error instanceof OpenAI.APIError ? error.status : undefined
        throw TEXTS_REFUSED.includes(status) ? new TextsRefused(error) : new EmbedderUnavailable(error)
      })
      .finally(() => open.delete(controller))
  }

  return {
    model,
    languages: null,
    dimensions: () => dimensions,
    async embed(texts) {
      const vectors: Float32Array[] = []
      for (let at = 0; at < texts.length; at += BATCH_TEXTS) {
        vectors.push(...(await embedBatch(texts.slice(at, at + BATCH_TEXTS))))
      }
      return vectors
    },
    async close() {
      closed = true
      for (const controller of open) controller.abort()
    },
  }
}
