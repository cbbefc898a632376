import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { EmbedReply, EmbedRequest, EmbedWorkerOptions } from '../retrieval/embed.worker.ts'
import type { LocalModel } from './installed.ts'
import { type OnnxModel, openOnnxModel } from './onnx-model.ts'

const { isBackground, model } = workerData as EmbedWorkerOptions & { model: LocalModel }

// On Linux 0 is the calling thread; elsewhere it is the whole process, whose requests must not wait.
if (isBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)

let opened: Promise<OnnxModel> | undefined

parentPort?.on('message', async ({ texts }: EmbedRequest) => {
  opened ??= openOnnxModel(model)
  const vectors = await (await opened).embed(texts)
  parentPort?.postMessage({ vectors } satisfies EmbedReply)
})
