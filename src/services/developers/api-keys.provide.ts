import { createApiKeyMachine } from '../../machines/developers/create-api-key.machine.ts'
import { confirmationMachine } from '../../machines/shared/confirmation.machine.ts'
import { type QueryCache, rereads } from '../cache/query-cache.ts'
import { apiKeys } from '../contract/operations/api-keys.ts'
import type { Http } from '../http/client.ts'
import { daysIn, provideForm } from '../shared/changes.provide.ts'
import { provideRemoval } from '../shared/confirmation.provide.ts'

interface Services {
  http: Http
  cache: QueryCache
  /** Base URL of the API; '' for this page's own origin. */
  apiBase: string
}

/** The machines of API keys, of a person and of an organization. */
export function provideApiKeys({ http, cache, apiBase }: Services) {
  const readAgain = rereads(cache, 'apiKeys', 'organizationKeys')
  return {
    createApiKey: provideForm(
      createApiKeyMachine,
      ({ name, scopes, lifetime }, organizationId) => {
        const key = { name, scopes: [...scopes], expires_in_days: daysIn(lifetime) }
        return organizationId === ''
          ? http.call(apiKeys.create, {}, { body: key })
          : http.call(apiKeys.createForOrganization, { organizationId }, { body: key })
      },
      readAgain,
    ),
    deleteApiKey: provideRemoval(
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
