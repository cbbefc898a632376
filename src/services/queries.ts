import type { ResourceQuery } from '../machines/resource/resource.types.ts'
import type { ProfileApi } from './accounts-api.ts'
import type { AnalyticsApi } from './analytics-api.ts'
import type { BillingApi } from './billing-api.ts'
import type { GoldenApi } from './golden-api.ts'
import type { IntegrationsApi } from './integrations-api.ts'
import type { KnowledgeApi } from './knowledge-api.ts'
import type { ModelsApi } from './models-api.ts'
import type { SecurityApi } from './security-api.ts'
import type { SingleSignOnApi } from './single-sign-on-api.ts'
import type { SystemApi } from './system-api.ts'
import type { TeamApi } from './team-api.ts'
import type { WebhooksApi } from './webhooks-api.ts'

interface Apis {
  profile: ProfileApi
  security: SecurityApi
  system: SystemApi
  knowledge: KnowledgeApi
  golden: GoldenApi
  integrations: IntegrationsApi
  billing: BillingApi
  analytics: AnalyticsApi
  team: TeamApi
  webhooks: WebhooksApi
  singleSignOn: SingleSignOnApi
  models: ModelsApi
}

/** Every key of organization data starts with its id, so that a switch can drop the rest. */
export const keyOf = ({ name, of }: ResourceQuery): readonly unknown[] => {
  const { organizationId, ...rest } = of as { organizationId?: string }
  return organizationId === undefined ? [name, rest] : ['org', organizationId, name, rest]
}

/** How each resource is asked for. */
export const createFetcher =
  ({
    profile,
    security,
    billing,
    analytics,
    team,
    system,
    knowledge,
    golden,
    integrations,
    webhooks,
    singleSignOn,
    models,
  }: Apis) =>
  ({ name, of }: ResourceQuery, signal: AbortSignal): Promise<unknown> => {
    switch (name) {
      case 'me':
        return profile.me(signal)
      case 'members':
        return team.members(of.organizationId, signal)
      case 'invitations':
        return team.invitations(of.organizationId, signal)
      case 'deletion':
        return profile.deletion(signal)
      case 'sessions':
      case 'signIns':
      case 'twoFactor':
      case 'apiKeys':
        return security[name](signal)
      case 'organizationKeys':
        return security.organizationKeys(of.organizationId, signal)
      case 'webhooks':
        return webhooks.list(of.organizationId, signal)
      case 'webhookDeliveries':
        return webhooks.deliveries(of.organizationId, of.id, signal)
      case 'singleSignOn':
        return singleSignOn.read(of.organizationId, signal)
      case 'models':
        return models.offered(of.organizationId, signal)
      case 'modelProviders':
        return models.list(of.organizationId, signal)
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
      case 'usageSeries':
        return analytics.usageSeries(of, signal)
      case 'sources':
        return analytics.sources(of, signal)
      case 'gaps':
        return analytics.gaps(of.organizationId, of.status, signal)
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
      case 'goldenQuestions':
        return golden.questions(of.knowledgeBaseId, signal)
      case 'goldenRuns':
        return golden.runs(of.knowledgeBaseId, signal)
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
    }
  }

export type Fetcher = ReturnType<typeof createFetcher>
