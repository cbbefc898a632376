import { fromPromise } from 'xstate'
import { changeReadersMachine, type ReadersValues } from '../../machines/knowledge/change-readers.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { readers } from '../contract/operations/readers.ts'
import type { Http } from '../http/client.ts'

/** The dialog of who can read or use something. The person's own access may change with it. */
export const provideChangeReaders = ({ http, cache }: { http: Http; cache: QueryCache }) =>
  changeReadersMachine.provide({
    actors: {
      submit: fromPromise<unknown, Submitted<ReadersValues>>(
        ({
          input: {
            values: { of, id, document_ids, access, group_ids, user_ids },
          },
        }) => {
          const body = {
            restricted: access === 'named',
            group_ids: [...group_ids],
            user_ids: [...user_ids],
          }
          if (of === 'assistant') return http.call(readers.setOfAssistant, { id }, { body })
          return of === 'base'
            ? http.call(readers.set, { id }, { body })
            : http.call(readers.setOfDocuments, { id }, { body: { ids: [...document_ids], ...body } })
        },
      ),
    },
    actions: { finish: () => void cache.invalidateQueries({ queryKey: ['org'] }) },
  })
