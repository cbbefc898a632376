import type { DeletionPreview, User } from '../../../services/contract/accounts.ts'
import type { Gap, GapStatus, SourceAnalytics, UsageSeries } from '../../../services/contract/analytics.ts'
import type {
  BillingDetails,
  Payment,
  Plan,
  Subscription,
  Usage,
} from '../../../services/contract/billing.ts'
import type { ChannelKind, ConnectedChannel } from '../../../services/contract/channels.ts'
import type { Connector } from '../../../services/contract/connectors.ts'
import type { Document, DocumentVersion } from '../../../services/contract/documents.ts'
import type { Feedback } from '../../../services/contract/feedback.ts'
import type { GoldenQuestion, GoldenRun } from '../../../services/contract/golden.ts'
import type { Group } from '../../../services/contract/groups.ts'
import type { HandoverSettings, OutcomeReport } from '../../../services/contract/handover.ts'
import type { KnowledgeIndex } from '../../../services/contract/indexes.ts'
import type {
  Assistant,
  Integration,
  IntegrationGeneral,
  IntegrationVersion,
} from '../../../services/contract/integrations.ts'
import type { Invitation } from '../../../services/contract/invitations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import type { Member } from '../../../services/contract/members.ts'
import type { ModelProvider, OfferedModels } from '../../../services/contract/models.ts'
import type { Erasure } from '../../../services/contract/personal-data.ts'
import type { Privacy } from '../../../services/contract/privacy.ts'
import type { Provisioning } from '../../../services/contract/provisioning.ts'
import type {
  ReadableBases,
  Readers,
  Restricted,
  UsableAssistants,
} from '../../../services/contract/readers.ts'
import type { Retention } from '../../../services/contract/retention.ts'
import type {
  ApiKey,
  DeviceSession,
  OrganizationApiKey,
  SignIn,
  TwoFactor,
} from '../../../services/contract/security.ts'
import type { PublicPage } from '../../../services/contract/share.ts'
import type { SingleSignOn } from '../../../services/contract/single-sign-on.ts'
import type { Source } from '../../../services/contract/sources.ts'
import type { System } from '../../../services/contract/system.ts'
import type { Transcript } from '../../../services/contract/transcript.ts'
import type { Webhook, WebhookDelivery } from '../../../services/contract/webhooks.ts'

interface OfOrganization {
  readonly organizationId: string
}

/** Everything that screens read: its name, what it is of, and its data. */
export interface Resources {
  me: { of: object; data: User }
  sessions: { of: object; data: readonly DeviceSession[] }
  signIns: { of: object; data: readonly SignIn[] }
  twoFactor: { of: object; data: TwoFactor }
  apiKeys: { of: object; data: readonly ApiKey[] }
  organizationKeys: { of: OfOrganization; data: readonly OrganizationApiKey[] }
  channelKinds: { of: object; data: readonly ChannelKind[] }
  channels: { of: OfOrganization; data: readonly ConnectedChannel[] }
  webhooks: { of: OfOrganization; data: readonly Webhook[] }
  webhookDeliveries: { of: OfOrganization & { readonly id: string }; data: readonly WebhookDelivery[] }
  provisioning: { of: OfOrganization; data: Provisioning }
  singleSignOn: { of: OfOrganization; data: SingleSignOn }
  models: { of: OfOrganization; data: OfferedModels }
  modelProviders: { of: OfOrganization; data: readonly ModelProvider[] }
  retention: { of: OfOrganization; data: Retention }
  erasures: { of: OfOrganization; data: readonly Erasure[] }
  privacy: { of: OfOrganization; data: Privacy }
  deletion: { of: object; data: DeletionPreview }
  plans: { of: object; data: readonly Plan[] }
  subscription: { of: OfOrganization; data: Subscription }
  billingDetails: { of: OfOrganization; data: BillingDetails }
  payments: { of: OfOrganization; data: readonly Payment[] }
  members: { of: OfOrganization; data: readonly Member[] }
  groups: { of: OfOrganization; data: readonly Group[] }
  restrictedBases: { of: OfOrganization; data: Restricted }
  restrictedAssistants: { of: OfOrganization; data: Restricted }
  readers: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: Readers }
  assistantReaders: { of: OfOrganization & { readonly assistantId: string }; data: Readers }
  documentReaders: { of: OfOrganization & { readonly documentId: string }; data: Readers }
  restrictedDocuments: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: Restricted }
  readableBases: { of: OfOrganization & { readonly userId: string }; data: ReadableBases }
  usableAssistants: { of: OfOrganization & { readonly userId: string }; data: UsableAssistants }
  invitations: { of: OfOrganization; data: readonly Invitation[] }
  usage: { of: OfOrganization; data: Usage }
  usageSeries: { of: OfOrganization & { readonly days: number }; data: UsageSeries }
  sources: { of: OfOrganization & { readonly days: number }; data: SourceAnalytics }
  gaps: { of: OfOrganization & { readonly status: GapStatus }; data: readonly Gap[] }
  system: { of: object; data: System }
  feedback: { of: object; data: readonly Feedback[] }
  knowledgeBases: { of: OfOrganization; data: readonly KnowledgeBase[] }
  knowledgeBase: { of: OfOrganization & { readonly id: string }; data: KnowledgeBase }
  documents: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: readonly Document[] }
  documentVersions: {
    of: OfOrganization & { readonly documentId: string }
    data: readonly DocumentVersion[]
  }
  indexes: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: readonly KnowledgeIndex[] }
  webSources: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: readonly Source[] }
  connectors: { of: object; data: readonly Connector[] }
  goldenQuestions: {
    of: OfOrganization & { readonly knowledgeBaseId: string }
    data: readonly GoldenQuestion[]
  }
  goldenRuns: { of: OfOrganization & { readonly knowledgeBaseId: string }; data: readonly GoldenRun[] }
  integrations: { of: OfOrganization; data: readonly Integration[] }
  assistants: { of: OfOrganization; data: readonly Assistant[] }
  integrationGeneral: { of: OfOrganization & { readonly id: string }; data: Pick<IntegrationGeneral, 'name'> }
  integration: { of: OfOrganization & { readonly id: string }; data: Integration }
  integrationVersions: { of: OfOrganization & { readonly id: string }; data: readonly IntegrationVersion[] }
  publicPage: { of: OfOrganization & { readonly id: string }; data: PublicPage }
  outcomes: { of: OfOrganization & { readonly days: number }; data: OutcomeReport }
  handoverSettings: { of: OfOrganization & { readonly id: string }; data: HandoverSettings }
  conversation: { of: OfOrganization & { readonly id: string }; data: Transcript }
}

export type ResourceName = keyof Resources

/** What a `resource` actor reads: serialisable, and the key of the cache. */
export type ResourceQuery = {
  [Name in ResourceName]: { readonly name: Name; readonly of: Resources[Name]['of'] }
}[ResourceName]
