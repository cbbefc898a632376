import { fromPromise } from 'xstate'
import { type ApiKeyValues, createApiKeyMachine } from '../../machines/developers/create-api-key.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { apiKeys } from '../contract/operations/api-keys.ts'
import type { Http } from '../http/client.ts'
import { provideConfirmation } from '../shell/confirmation.provide.ts'

/** Days as in a form; '' means no end. */
export const daysIn = (lifetime: string): number | null => (lifetime === '' ? null : Number(lifetime))

interface Services {
  http: Http
  cache: QueryCache
  /** Base URL of the API; '' for this page's own origin. */
  apiBase: string
}

/** The machines of API keys, of a person and of an organization. */
export function provideApiKeys({ http, cache, apiBase }: Services) {
  const readAgain = () =>
    void cache.invalidateQueries({
      predicate: ({ queryKey }) => queryKey.includes('apiKeys') || queryKey.includes('organizationKeys'),
    })
  return {
    createApiKey: createApiKeyMachine.provide({
      actors: {
        submit: fromPromise(({ input: { organizationId, values } }: { input: Submitted<ApiKeyValues> }) => {
          const key = {
            name: values.name,
            scopes: [...values.scopes],
            expires_in_days: daysIn(values.lifetime),
          }
          return organizationId === ''
            ? http.call(apiKeys.create, {}, { body: key })
            : http.call(apiKeys.createForOrganization, { organizationId }, { body: key })
        }),
      },
      actions: { finish: readAgain },
    }),
    deleteApiKey: provideConfirmation(
      confirmationMachine,
      ({ organizationId, id }) =>
        organizationId === ''
          ? http.call(apiKeys.remove, { id })
          : http.call(apiKeys.removeOfOrganization, { organizationId, id }),
      readAgain,
    ),
    exampleFor: (key: string) =>
      `curl ${apiBase || location.origin}/v1/models \\\n  -H "Authorization: Bearer ${key}"`,
  }
}
