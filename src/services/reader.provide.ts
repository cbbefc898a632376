import { fromPromise } from 'xstate'
import { readerMachine } from '../machines/reader/reader.machine.ts'
import type { KnowledgeApi } from './knowledge-api.ts'

export const provideReader = (api: KnowledgeApi) =>
  readerMachine.provide({
    actors: {
      loadDocument: fromPromise(({ input, signal }: { input: { documentId: string }; signal: AbortSignal }) =>
        api.text(input.documentId, signal),
      ),
    },
  })
