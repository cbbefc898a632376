import { fromPromise } from 'xstate'
import { readerMachine } from '../machines/reader/reader.machine.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

interface Opened {
  documentId: string
  passageId: string | null
}

export const provideReader = (api: KnowledgeApi) =>
  readerMachine.provide({
    actors: {
      loadDocument: fromPromise(({ input, signal }: { input: Opened; signal: AbortSignal }) =>
        api.text(input.documentId, input.passageId, signal),
      ),
    },
  })
