import { workerData } from 'node:worker_threads'
import type { LocalModel } from '../../kernel/config/local-models.ts'
import { openedOnce } from '../../kernel/opened-once.ts'
import { answerCalls } from '../../kernel/workers.ts'
import { openOnnxModel } from './onnx-model.ts'

export type RankRequest = { question: string; texts: string[] }

const { model } = workerData as { model: LocalModel }
const opened = openedOnce(() => openOnnxModel(model))

answerCalls(async ({ question, texts }: RankRequest) => (await opened()).rank(question, texts))
