import type { ResourceQuery, Resources } from '../../machines/shell/resource/resource.types.ts'
import type { ProfileApi } from '../accounts/accounts-api.ts'
import { pictureUrl } from '../assistants/pictures.ts'
import type { BillingApi } from '../billing/billing-api.ts'
import { assistants } from '../contract/operations/assistants.ts'
import { conversations } from '../contract/operations/conversations.ts'
import { documents } from '../contract/operations/documents.ts'
import { indexes } from '../contract/operations/indexes.ts'
import { installation } from '../contract/operations/installation.ts'
import { knowledgeBases } from '../contract/operations/knowledge-bases.ts'
import { organizations } from '../contract/operations/organizations.ts'
import { webPages } from '../contract/operations/web-pages.ts'
import type { Http } from '../http/client.ts'
import { isForeignNotFound, NotOfferedError } from '../http/errors.ts'
import { IntegrationGeneral } from '../wire/integrations.ts'
import type { DeferredQuery } from './deferred-queries.ts'

interface Apis {
  http: Http
  apiBase: string
  profile: ProfileApi
  billing: BillingApi
  /** Fetches what no first screen needs: its code is loaded with the first such query. */
  later: (query: DeferredQuery, signal: AbortSignal) => Promise<unknown>
}

const withLogo = <Of extends { logo_url: string }>(apiBase: string, one: Of): Of => ({
  ...one,
  logo_url: pictureUrl(apiBase, one.logo_url || null) ?? '',
})

/** Only S7.general tells whether an assistant exists: anything that it names is missing only as a part. */
async function offered<Of>(asked: Promise<Of>, general: () => Promise<unknown>): Promise<Of> {
  try {
    return await asked
  } catch (error) {
    if (!isForeignNotFound(error)) throw error
    await general()
    throw new NotOfferedError()
  }
}

/** How to fetch each resource. */
export const createFetcher = ({ http, apiBase, profile, billing, later }: Apis) => {
  const general = (of: Resources['integrationGeneral']['of'], signal: AbortSignal) =>
    http.callAs(IntegrationGeneral, assistants.general, of, { signal })
  return (query: ResourceQuery, signal: AbortSignal): Promise<unknown> => {
    const { name, of } = query
    switch (name) {
      case 'me':
        return profile.me(signal)
      case 'system':
        return http.call(installation.system, {}, { signal })
      case 'feedback':
        return http.call(installation.feedback, {}, { signal })
      case 'plans':
        return billing.plans(signal)
      case 'subscription':
        return billing.current(of, signal)
      case 'billingDetails':
        return billing.details(of, signal)
      case 'payments':
        return billing.payments(of, signal)
      case 'usage':
        return http.call(organizations.usage, { organizationId: of.organizationId }, { signal })
      case 'knowledgeBases':
        return http.call(knowledgeBases.list, of, { signal })
      case 'knowledgeBase':
        return http.call(knowledgeBases.get, of, { signal })
      case 'documents':
        return http.call(documents.list, { id: of.knowledgeBaseId }, { signal })
      case 'documentVersions':
        return http.call(documents.versions, { id: of.documentId }, { signal })
      case 'indexes':
        return http.call(indexes.list, { id: of.knowledgeBaseId }, { signal })
      case 'webSources':
        return http.call(webPages.list, { id: of.knowledgeBaseId }, { signal })
      case 'integrations':
        return http.call(assistants.list, of, { signal })
      case 'assistants':
        return http
          .call(assistants.published, of, { signal })
          .then((all) => all.map((one) => withLogo(apiBase, one)))
      case 'integrationGeneral':
        return general(of, signal)
      case 'integration':
        return offered(http.call(assistants.get, of, { signal }), () => general(of, signal)).then((one) =>
          withLogo(apiBase, one),
        )
      case 'integrationVersions':
        return http.call(assistants.versions, of, { signal })
      case 'publicPage':
        return http.call(assistants.publicPage, of, { signal })
      case 'conversation':
        return http.call(conversations.get, of, { signal })
      default:
        return later(query, signal)
    }
  }
}

export type Fetcher = ReturnType<typeof createFetcher>
