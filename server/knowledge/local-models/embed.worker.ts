import { workerData } from 'node:worker_threads'
import type { LocalModel } from '../../kernel/config/local-models.ts'
import { answerTexts } from '../retrieval/embedding-thread.ts'
import { openOnnxModel } from './onnx-model.ts'

answerTexts(() => openOnnxModel((workerData as { model: LocalModel }).model))
