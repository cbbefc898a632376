import type { ResourceQuery } from '../../machines/shell/resource/resource.types.ts'
import { pictureUrl } from '../assistants/pictures.ts'
import { analytics } from '../contract/operations/analytics.ts'
import { apiKeys } from '../contract/operations/api-keys.ts'
import { channels } from '../contract/operations/channels.ts'
import { goldenQuestions } from '../contract/operations/golden-questions.ts'
import { groups } from '../contract/operations/groups.ts'
import { handover } from '../contract/operations/handover.ts'
import { members } from '../contract/operations/members.ts'
import { modelProviders } from '../contract/operations/model-providers.ts'
import { personalData } from '../contract/operations/personal-data.ts'
import { privacy } from '../contract/operations/privacy.ts'
import { readers } from '../contract/operations/readers.ts'
import { retention } from '../contract/operations/retention.ts'
import { security } from '../contract/operations/security.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import { webPages } from '../contract/operations/web-pages.ts'
import { webhooks } from '../contract/operations/webhooks.ts'
import type { Http } from '../http/client.ts'

/** What no first screen shows. */
export type LaterQuery = Extract<
  ResourceQuery,
  {
    name:
      | 'apiKeys'
      | 'connectors'
      | 'erasures'
      | 'gaps'
      | 'goldenQuestions'
      | 'goldenRuns'
      | 'groups'
      | 'handoverSettings'
      | 'invitations'
      | 'members'
      | 'modelProviders'
      | 'models'
      | 'organizationKeys'
      | 'outcomes'
      | 'privacy'
      | 'provisioning'
      | 'readableBases'
      | 'readers'
      | 'assistantReaders'
      | 'documentReaders'
      | 'restrictedDocuments'
      | 'restrictedBases'
      | 'restrictedAssistants'
      | 'retention'
      | 'sessions'
      | 'signIns'
      | 'singleSignOn'
      | 'sources'
      | 'twoFactor'
      | 'usableAssistants'
      | 'usageSeries'
      | 'channelKinds'
      | 'channels'
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
  /** Days begin at the midnight of who looks. */
  const inPeriod = (days: number) => ({ days, time_zone: timeZone() })
  return ({ name, of }: LaterQuery, signal: AbortSignal): Promise<unknown> => {
    switch (name) {
      case 'members':
        return http
          .call(members.list, of, { signal })
          .then((all) =>
            all.map((one) => ({ ...one, profile_picture_url: pictureUrl(apiBase, one.profile_picture_url) })),
          )
      case 'invitations':
        return http.call(members.invitations, of, { signal })
      case 'groups':
        return http.call(groups.list, of, { signal })
      case 'restrictedAssistants':
        return http.call(readers.restrictedAssistants, of, { signal })
      case 'assistantReaders':
        return http.call(readers.ofAssistant, { id: of.assistantId }, { signal })
      case 'usableAssistants':
        return http.call(readers.assistantsOfMember, of, { signal })
      case 'restrictedBases':
        return http.call(readers.restricted, of, { signal })
      case 'readers':
        return http.call(readers.get, { id: of.knowledgeBaseId }, { signal })
      case 'documentReaders':
        return http.call(readers.ofDocument, { id: of.documentId }, { signal })
      case 'restrictedDocuments':
        return http.call(readers.restrictedDocuments, { id: of.knowledgeBaseId }, { signal })
      case 'readableBases':
        return http.call(readers.ofMember, of, { signal })
      case 'sessions':
      case 'signIns':
      case 'twoFactor':
        return http.call(security[name], {}, { signal })
      case 'apiKeys':
        return http.call(apiKeys.mine, {}, { signal })
      case 'organizationKeys':
        return http.call(apiKeys.ofOrganization, of, { signal })
      case 'channelKinds':
        return http.call(channels.kinds, {}, { signal })
      case 'channels':
        return http.call(channels.list, of, { signal })
      case 'webhooks':
        return http.call(webhooks.list, of, { signal })
      case 'webhookDeliveries':
        return http.call(webhooks.deliveries, of, { signal })
      case 'provisioning':
        return http.call(singleSignOn.provisioning, of, { signal })
      case 'privacy':
        return http.call(privacy.get, of, { signal })
      case 'erasures':
        return http.call(personalData.erasures, of, { signal })
      case 'retention':
        return http.call(retention.get, of, { signal })
      case 'singleSignOn':
        return http.call(singleSignOn.get, of, { signal })
      case 'connectors':
        return http.call(webPages.connectors, {}, { signal })
      case 'models':
        return http.call(modelProviders.offered, of, { signal })
      case 'modelProviders':
        return http.call(modelProviders.list, of, { signal })
      case 'usageSeries':
        return http.call(analytics.usageSeries, of, { query: inPeriod(of.days), signal })
      case 'sources':
        return http.call(analytics.sources, of, { query: inPeriod(of.days), signal })
      case 'gaps':
        return http.call(analytics.gaps, of, { query: { status: of.status }, signal })
      case 'goldenQuestions':
        return http.call(goldenQuestions.list, { id: of.knowledgeBaseId }, { signal })
      case 'handoverSettings':
        return http.call(handover.settings, of, { signal })
      case 'outcomes':
        return http.call(handover.outcomes, { id: of.organizationId }, { query: inPeriod(of.days), signal })
      case 'goldenRuns':
        return http.call(goldenQuestions.runs, { id: of.knowledgeBaseId }, { signal })
    }
  }
}
