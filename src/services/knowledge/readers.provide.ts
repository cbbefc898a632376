import { fromPromise } from 'xstate'
import { changeReadersMachine, type ReadersValues } from '../../machines/knowledge/change-readers.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { readers } from '../contract/operations/readers.ts'
import type { Http } from '../http/client.ts'

/** The dialog of who may read a knowledge base. What the person may read may have changed with it. */
export const provideChangeReaders = ({ http, cache }: { http: Http; cache: QueryCache }) =>
  changeReadersMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }: { input: { values: ReadersValues } }) =>
        http.call(
          readers.set,
          { id: values.knowledge_base_id },
          {
            body: {
              restricted: values.access === 'named',
              group_ids: [...values.group_ids],
              user_ids: [...values.user_ids],
            },
          },
        ),
      ),
    },
    actions: { finish: () => void cache.invalidateQueries({ queryKey: ['org'] }) },
  })
