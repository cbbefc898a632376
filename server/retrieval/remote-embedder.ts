import OpenAI from 'openai'
import type { ModelEndpoint } from '../config/models.ts'
import { measured } from '../telemetry/operations.ts'
import { type Embedder, normalised } from './embedder.ts'

const BATCH_TEXTS = 64
const TIMEOUT = 30_000

/** Embeddings of an OpenAI-compatible endpoint. */
export const createRemoteEmbedder = ({ baseUrl, apiKey, model }: ModelEndpoint): Embedder => {
  const client = new OpenAI({ baseURL: baseUrl, apiKey: apiKey || 'none', timeout: TIMEOUT, maxRetries: 2 })
  let dimensions: number | null = null

  const embedBatch = async (input: string[]) => {
    const { data } = await measured('model.embed', { model, texts: input.length }, () =>
      client.embeddings.create({ model, input, encoding_format: 'float' }),
    )
    if (data.length !== input.length) throw new Error('the embedding endpoint gave another number of vectors')
    const inOrder = [...data].sort((a, b) => a.index - b.index)
    return inOrder.map(({ embedding }) => normalised(Float32Array.from(embedding)))
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
      dimensions = vectors[0]?.length ?? dimensions
      return vectors
    },
    async close() {},
  }
}
