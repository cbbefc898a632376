import { fromPromise } from 'xstate'
import { personalDataMachine } from '../../machines/organizations/personal-data.machine.ts'
import { dayIn } from '../../machines/shared/days.ts'
import { saveFile } from '../browser/save-file.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { personalData } from '../contract/operations/personal-data.ts'
import type { Http } from '../http/client.ts'

/** The data kept about one person. */
export const providePersonalData = (
  http: Http,
  cache: QueryCache,
  document: Document,
  timeZone: () => string,
) =>
  personalDataMachine.provide({
    actors: {
      find: fromPromise(({ input: { organizationId, values }, signal }) =>
        http.call(personalData.find, { organizationId }, { body: values, signal }),
      ),
      export: fromPromise(async ({ input: { organizationId, values }, signal }) =>
        saveFile(
          document,
          'personal-data.zip',
          await http.file(personalData.export, { organizationId }, { body: values, signal }),
        ),
      ),
      erase: fromPromise(({ input: { organizationId, values } }) =>
        http.call(personalData.erase, { organizationId }, { body: values }),
      ),
      read: fromPromise(async ({ input, signal }) => {
        const all = await http.call(
          personalData.erasures,
          { organizationId: input.organizationId },
          { signal },
        )
        const erasure = all.find(({ id }) => id === input.id)
        if (!erasure) throw new Error('the erasure is not in the list')
        return erasure
      }),
    },
    actions: {
      saveReceipt: (_, { erasure }) =>
        saveFile(
          document,
          `erasure-${dayIn(timeZone(), erasure.requested_at)}.json`,
          new Blob([JSON.stringify(erasure, null, 2)], { type: 'application/json' }),
        ),
      refresh: () => {
        // An outdated transcript would be shown until it is read again.
        cache.removeQueries({ predicate: ({ queryKey }) => queryKey[2] === 'conversation', type: 'inactive' })
        void cache.invalidateQueries({ queryKey: ['org'] })
      },
    },
  })
