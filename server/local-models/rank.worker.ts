import { parentPort, workerData } from 'node:worker_threads'
import type { LocalModel } from './installed.ts'
import { type OnnxModel, openOnnxModel } from './onnx-model.ts'

export type RankRequest = { call: number; question: string; texts: string[] }
export type RankReply = { call: number; scores: number[] }

let opened: Promise<OnnxModel> | undefined

parentPort?.on('message', async ({ call, question, texts }: RankRequest) => {
  opened ??= openOnnxModel((workerData as { model: LocalModel }).model)
  parentPort?.postMessage({ call, scores: await (await opened).rank(question, texts) } satisfies RankReply)
})
