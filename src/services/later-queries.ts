import type { ResourceQuery } from '../machines/resource/resource.types.ts'
import { createAnalyticsApi } from './analytics-api.ts'
import { createGoldenApi } from './golden-api.ts'
import { createHandoverApi } from './handover-api.ts'
import type { Http } from './http/client.ts'
import { createModelsApi } from './models-api.ts'
import { createProvisioningApi } from './provisioning-api.ts'
import { createSecurityApi } from './security-api.ts'
import { createSingleSignOnApi } from './single-sign-on-api.ts'
import { createTeamApi } from './team-api.ts'
import { createWebhooksApi } from './webhooks-api.ts'

/** What no first screen shows. */
export type LaterQuery = Extract<
  ResourceQuery,
  {
    name:
      | 'apiKeys'
      | 'gaps'
      | 'goldenQuestions'
      | 'goldenRuns'
      | 'handoverSettings'
      | 'invitations'
      | 'members'
      | 'modelProviders'
      | 'models'
      | 'organizationKeys'
      | 'outcomes'
      | 'provisioning'
      | 'sessions'
      | 'signIns'
      | 'singleSignOn'
      | 'sources'
      | 'twoFactor'
      | 'usageSeries'
      | 'webhookDeliveries'
      | 'webhooks'
  }
>

interface Parts {
  http: Http
  timeZone: () => string
  apiBase: string
}

/** How each of them is asked for. */
export const createLaterFetcher = ({ http, timeZone, apiBase }: Parts) => {
  const analytics = createAnalyticsApi(http, timeZone)
  const golden = createGoldenApi(http)
  const handover = createHandoverApi(http)
  const models = createModelsApi(http)
  const provisioning = createProvisioningApi(http)
  const security = createSecurityApi(http)
  const singleSignOn = createSingleSignOnApi(http)
  const team = createTeamApi(http, apiBase)
  const webhooks = createWebhooksApi(http)
  return ({ name, of }: LaterQuery, signal: AbortSignal): Promise<unknown> => {
    switch (name) {
      case 'members':
        return team.members(of.organizationId, signal)
      case 'invitations':
        return team.invitations(of.organizationId, signal)
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
      case 'provisioning':
        return provisioning.read(of.organizationId, signal)
      case 'singleSignOn':
        return singleSignOn.read(of.organizationId, signal)
      case 'models':
        return models.offered(of.organizationId, signal)
      case 'modelProviders':
        return models.list(of.organizationId, signal)
      case 'usageSeries':
        return analytics.usageSeries(of, signal)
      case 'sources':
        return analytics.sources(of, signal)
      case 'gaps':
        return analytics.gaps(of.organizationId, of.status, signal)
      case 'goldenQuestions':
        return golden.questions(of.knowledgeBaseId, signal)
      case 'handoverSettings':
        return handover.settings(of.id, signal)
      case 'outcomes':
        return handover.outcomes(of.organizationId, of.days, signal)
      case 'goldenRuns':
        return golden.runs(of.knowledgeBaseId, signal)
    }
  }
}
