import { changeReadersMachine, type ReadersValues } from '../../machines/knowledge/change-readers.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { readers } from '../contract/operations/readers.ts'
import type { Http } from '../http/client.ts'
import { provideForm } from '../shared/changes.provide.ts'

const readersIn = ({ access, group_ids, user_ids }: ReadersValues) => ({
  restricted: access === 'named',
  group_ids: [...group_ids],
  user_ids: [...user_ids],
})

/** The dialog of who can read or use something. The person's own access may change with it. */
export const provideChangeReaders = ({ http, cache }: { http: Http; cache: QueryCache }) =>
  provideForm(
    changeReadersMachine,
    (values, _organizationId, opened): Promise<unknown> => {
      const { of, id, document_ids } = values
      // Several documents get the same readers, whatever each had before.
      const known = document_ids.length < 2 && opened !== null && { known: readersIn(opened) }
      const body = { ...readersIn(values), ...known }
      if (of === 'assistant') return http.call(readers.setOfAssistant, { id }, { body })
      return of === 'base'
        ? http.call(readers.set, { id }, { body })
        : http.call(readers.setOfDocuments, { id }, { body: { ids: [...document_ids], ...body } })
    },
    () => void cache.invalidateQueries({ queryKey: ['org'] }),
  )
