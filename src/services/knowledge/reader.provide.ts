import { fromPromise } from 'xstate'
import { readerMachine } from '../../machines/knowledge/reader.machine.ts'
import { passages } from '../contract/operations/passages.ts'
import type { Http } from '../http/client.ts'

interface Opened {
  documentId: string
  passageId: string | null
}

export const provideReader = (http: Http) =>
  readerMachine.provide({
    actors: {
      loadDocument: fromPromise(({ input, signal }: { input: Opened; signal: AbortSignal }) =>
        http.call(
          passages.ofDocument,
          { id: input.documentId },
          { query: { passage: input.passageId }, signal },
        ),
      ),
    },
  })
