import { workerData } from 'node:worker_threads'
import type { LocalModel } from '../../kernel/config/local-models.ts'
import { answerTexts } from '../retrieval/embedding-thread.ts'
import { openOnnxModel } from './onnx-model.ts'
import { createTokenMatch } from './token-match.ts'

const { model } = workerData as { model: LocalModel }

answerTexts(async () => {
  const { embed, tokens } = await openOnnxModel(model)
  return { embed, match: createTokenMatch(tokens, model) }
})
