import type { ResourceQuery } from '../machines/resource/resource.types.ts'
import type { ProfileApi } from './accounts-api.ts'
import type { BillingApi } from './billing-api.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import type { LaterQuery } from './later-queries.ts'
import type { SystemApi } from './system-api.ts'

interface Apis {
  profile: ProfileApi
  system: SystemApi
  knowledge: KnowledgeApi
  integrations: IntegrationsApi
  billing: BillingApi
  /** Asks for what no first screen shows: its code comes with the first such question. */
  later: (query: LaterQuery, signal: AbortSignal) => Promise<unknown>
}

/** The organization whose data it asks for; undefined for what belongs to none. */
export const organizationOf = ({ of }: ResourceQuery) => (of as { organizationId?: string }).organizationId

/** Every key of organization data starts with its id, so that a switch can drop the rest. */
export const keyOf = ({ name, of }: ResourceQuery): readonly unknown[] => {
  const { organizationId, ...rest } = of as { organizationId?: string }
  return organizationId === undefined ? [name, rest] : ['org', organizationId, name, rest]
}

/** How each resource is asked for. */
export const createFetcher =
  ({ profile, billing, system, knowledge, integrations, later }: Apis) =>
  (query: ResourceQuery, signal: AbortSignal): Promise<unknown> => {
    const { name, of } = query
    switch (name) {
      case 'me':
        return profile.me(signal)
      case 'deletion':
        return profile.deletion(signal)
      case 'system':
        return system.get(signal)
      case 'feedback':
        return system.feedback(signal)
      case 'plans':
        return billing.plans(signal)
      case 'subscription':
        return billing.current(signal)
      case 'billingDetails':
        return billing.details(signal)
      case 'payments':
        return billing.payments(signal)
      case 'usage':
        return billing.usage(of.organizationId, signal)
      case 'knowledgeBases':
        return knowledge.list(of.organizationId, signal)
      case 'knowledgeBase':
        return knowledge.get(of.id, signal)
      case 'documents':
        return knowledge.documents(of.knowledgeBaseId, signal)
      case 'documentVersions':
        return knowledge.versions(of.documentId, signal)
      case 'indexes':
        return knowledge.indexes(of.knowledgeBaseId, signal)
      case 'webSources':
        return knowledge.sources(of.knowledgeBaseId, signal)
      case 'integrations':
        return integrations.list(of.organizationId, signal)
      case 'assistants':
        return integrations.assistants(of.organizationId, signal)
      case 'integrationGeneral':
        return integrations.general(of.id, signal)
      case 'integration':
        return integrations.get(of.id, signal)
      case 'integrationVersions':
        return integrations.versions(of.id, signal)
      case 'publicPage':
        return integrations.publicPage(of.id, signal)
      case 'conversation':
        return integrations.conversation(of.id, signal)
      default:
        return later(query, signal)
    }
  }

export type Fetcher = ReturnType<typeof createFetcher>
