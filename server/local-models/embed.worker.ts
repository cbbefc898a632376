import { workerData } from 'node:worker_threads'
import { answerTexts } from '../retrieval/embedding-thread.ts'
import type { LocalModel } from './installed.ts'
import { openOnnxModel } from './onnx-model.ts'

answerTexts(() => openOnnxModel((workerData as { model: LocalModel }).model))
