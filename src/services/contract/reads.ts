import { apiKeys } from './operations/api-keys.ts'
import { channels } from './operations/channels.ts'
import { goldenQuestions } from './operations/golden-questions.ts'
import { groups } from './operations/groups.ts'
import { handover } from './operations/handover.ts'
import { members } from './operations/members.ts'
import { modelProviders } from './operations/model-providers.ts'
import type { AnswerOf, Operation, ParametersOf } from './operations/operation.ts'
import { personalData } from './operations/personal-data.ts'
import { privacy } from './operations/privacy.ts'
import { readers } from './operations/readers.ts'
import { retention } from './operations/retention.ts'
import { security } from './operations/security.ts'
import { singleSignOn } from './operations/single-sign-on.ts'
import { webPages } from './operations/web-pages.ts'
import { webhooks } from './operations/webhooks.ts'

/** Resources that no first screen needs, each with the operation that reads it. */
export const DEFERRED_READS = {
  apiKeys: apiKeys.mine,
  assistantReaders: readers.ofAssistant,
  channelKinds: channels.kinds,
  channels: channels.list,
  connectors: webPages.connectors,
  documentReaders: readers.ofDocument,
  erasures: personalData.erasures,
  goldenQuestions: goldenQuestions.list,
  goldenRuns: goldenQuestions.runs,
  groups: groups.list,
  handoverSettings: handover.settings,
  invitations: members.invitations,
  members: members.list,
  modelProviders: modelProviders.list,
  models: modelProviders.offered,
  organizationKeys: apiKeys.ofOrganization,
  privacy: privacy.get,
  provisioning: singleSignOn.provisioning,
  readableBases: readers.ofMember,
  readers: readers.get,
  restrictedAssistants: readers.restrictedAssistants,
  restrictedBases: readers.restricted,
  restrictedDocuments: readers.restrictedDocuments,
  retention: retention.get,
  sessions: security.sessions,
  signIns: security.signIns,
  singleSignOn: singleSignOn.get,
  twoFactor: security.twoFactor,
  usableAssistants: readers.assistantsOfMember,
  webhookDeliveries: webhooks.deliveries,
  webhooks: webhooks.list,
}
type LaterReads = typeof DEFERRED_READS

export interface OfOrganization {
  readonly organizationId: string
}

/** Resources without parameters are the caller's own; all others belong to an organization. */
type OfRead<Read extends Operation> = keyof ParametersOf<Read> extends never
  ? object
  : OfOrganization & { readonly [Name in keyof ParametersOf<Read>]: string }

export type DeferredRead = {
  [Name in keyof LaterReads]: {
    of: OfRead<LaterReads[Name]>
    data: Readonly<AnswerOf<LaterReads[Name]>>
  }
}
