import type { User } from '../../../services/contract/accounts.ts'
import type { Gap, GapStatus, SourceAnalytics, UsageSeries } from '../../../services/contract/analytics.ts'
import type {
  BillingDetails,
  Payment,
  Plan,
  Subscription,
  Usage,
} from '../../../services/contract/billing.ts'
import type { Document, DocumentVersion } from '../../../services/contract/documents.ts'
import type { OutcomeReport } from '../../../services/contract/handover.ts'
import type { KnowledgeIndex } from '../../../services/contract/indexes.ts'
import type { Feedback, System } from '../../../services/contract/installation.ts'
import type {
  Assistant,
  Integration,
  IntegrationGeneral,
  IntegrationVersion,
} from '../../../services/contract/integrations.ts'
import type { KnowledgeBase } from '../../../services/contract/knowledge-bases.ts'
import type { DeferredRead, OfOrganization } from '../../../services/contract/reads.ts'
import type { PublicPage } from '../../../services/contract/share.ts'
import type { Source } from '../../../services/contract/sources.ts'
import type { Transcript } from '../../../services/contract/transcript.ts'

/** Everything that screens read: its name, parameters and data. */
export interface Resources extends DeferredRead {
  me: { of: object; data: User }
  plans: { of: object; data: readonly Plan[] }
  subscription: { of: OfOrganization; data: Subscription }
  billingDetails: { of: OfOrganization; data: BillingDetails }
  payments: { of: OfOrganization; data: readonly Payment[] }
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
  integrations: { of: OfOrganization; data: readonly Integration[] }
  assistants: { of: OfOrganization; data: readonly Assistant[] }
  integrationGeneral: { of: OfOrganization & { readonly id: string }; data: Pick<IntegrationGeneral, 'name'> }
  integration: { of: OfOrganization & { readonly id: string }; data: Integration }
  integrationVersions: { of: OfOrganization & { readonly id: string }; data: readonly IntegrationVersion[] }
  publicPage: { of: OfOrganization & { readonly id: string }; data: PublicPage }
  outcomes: { of: OfOrganization & { readonly days: number }; data: OutcomeReport }
  conversation: { of: OfOrganization & { readonly id: string }; data: Transcript }
}

export type ResourceName = keyof Resources

/** Query of a `resource` actor: serializable, and the key of the cache. */
export type ResourceQuery = {
  [Name in ResourceName]: { readonly name: Name; readonly of: Resources[Name]['of'] }
}[ResourceName]
