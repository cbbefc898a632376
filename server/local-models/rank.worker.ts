import { workerData } from 'node:worker_threads'
import { answerCalls, openedOnce } from '../worker-calls.ts'
import type { LocalModel } from './installed.ts'
import { openOnnxModel } from './onnx-model.ts'

export type RankRequest = { question: string; texts: string[] }

const { model } = workerData as { model: LocalModel }
const opened = openedOnce(() => openOnnxModel(model))

answerCalls(async ({ question, texts }: RankRequest) => (await opened()).rank(question, texts))
