import { changeReadersMachine } from '../../machines/knowledge/change-readers.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { readers } from '../contract/operations/readers.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'

/** The dialog of who can read or use something. The person's own access may change with it. */
export const provideChangeReaders = ({ http, cache }: { http: Http; cache: QueryCache }) =>
  provideForm(
    changeReadersMachine,
    ({ of, id, document_ids, access, group_ids, user_ids }): Promise<unknown> => {
      const body = { restricted: access === 'named', group_ids: [...group_ids], user_ids: [...user_ids] }
      if (of === 'assistant') return http.call(readers.setOfAssistant, { id }, { body })
      return of === 'base'
        ? http.call(readers.set, { id }, { body })
        : http.call(readers.setOfDocuments, { id }, { body: { ids: [...document_ids], ...body } })
    },
    () => void cache.invalidateQueries({ queryKey: ['org'] }),
  )
