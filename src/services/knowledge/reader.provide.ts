import { fromPromise } from 'xstate'
import { readerMachine } from '../../machines/knowledge/reader.machine.ts'
import { passages } from '../contract/operations/passages.ts'
import type { Http } from '../http/client.ts'

export const provideReader = (http: Http) =>
  readerMachine.provide({
    actors: {
      loadDocument: fromPromise(({ input, signal }) =>
        http.call(
          passages.ofDocument,
          { id: input.documentId },
          { query: { passage: input.passageId }, signal },
        ),
      ),
    },
  })
