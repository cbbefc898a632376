import { type ComponentType, createContext, createElement, type ReactNode, use, useMemo } from 'react'
import type { provideAnalytics } from '../services/analytics.provide.ts'
import type { provideApiKeys } from '../services/api-keys.provide.ts'
import type { provideAssistants } from '../services/assistants.provide.ts'
import type { provideAuditDownload } from '../services/audit.provide.ts'
import type { provideBillingDialog, providePlanChange } from '../services/billing.provide.ts'
import type { provideChat } from '../services/chat.provide.ts'
import type { provideRenameConversation } from '../services/chat-room.provide.ts'
import type { provideCompanyLogIn } from '../services/company-log-in.provide.ts'
import type { provideConfirmEmail } from '../services/confirm-email.provide.ts'
import type { provideCreateIntegration, provideCreateKnowledgeBase } from '../services/creation.provide.ts'
import type { provideDocumentFile, provideDocumentVersions } from '../services/document-file.provide.ts'
import type { provideSendFeedback } from '../services/feedback.provide.ts'
import type { provideForgotPassword } from '../services/forgot-password.provide.ts'
import type { provideGettingStarted } from '../services/getting-started.provide.ts'
import type {
  provideGoldenLive,
  provideGoldenRun,
  provideRetrievalTest,
  provideTakeGolden,
  provideWriteGolden,
} from '../services/golden.provide.ts'
import type { provideGroups } from '../services/groups.provide.ts'
import type { provideHandoverSettings, provideInbox } from '../services/handover.provide.ts'
import type { provideImproveAnswer } from '../services/improve-answer.provide.ts'
import type { provideInvitation } from '../services/invitation.provide.ts'
import type { provideInvoiceDownload } from '../services/invoice-download.provide.ts'
import type {
  provideChangeKnowledgeBase,
  provideImportFaq,
  provideKnowledgeBase,
  provideRenameDocument,
} from '../services/knowledge-base.provide.ts'
import type { provideLogIn } from '../services/log-in.provide.ts'
import type { provideModels } from '../services/models.provide.ts'
import type { provideOrganizationSettings } from '../services/organization-settings.provide.ts'
import type { provideWelcome } from '../services/organizations.provide.ts'
import type { provideOutcomesDownload } from '../services/outcomes.provide.ts'
import type { providePaymentReturn } from '../services/payment-return.provide.ts'
import type { provideProfile } from '../services/profile.provide.ts'
import type { provideProvisioning } from '../services/provisioning.provide.ts'
import type { provideReader } from '../services/reader.provide.ts'
import type { provideChangeReaders } from '../services/readers.provide.ts'
import type { provideRegister } from '../services/register.provide.ts'
import type { provideReindex, provideRetrievalSettings } from '../services/reindex.provide.ts'
import type { provideRemoval } from '../services/removal.provide.ts'
import type { provideResetPassword } from '../services/reset-password.provide.ts'
import type { provideExplainPassage, providePassageSearch } from '../services/search.provide.ts'
import type { provideSecurity } from '../services/security.provide.ts'
import type { provideSingleSignOn } from '../services/single-sign-on.provide.ts'
import type { provideTeam } from '../services/team.provide.ts'
import type { provideVerification } from '../services/verification.provide.ts'
import type { provideConnect, provideCrawl, provideWebSources } from '../services/web-sources.provide.ts'
import type { provideWebhooks } from '../services/webhooks.provide.ts'

/** A context that has to be provided, and the hook that reads it. */
export const createProvided = <Value>(name: string) => {
  const Context = createContext<Value | null>(null)
  const useValue = () => {
    const value = use(Context)
    if (value === null) throw new Error(`${name} is used outside of its provider`)
    return value
  }
  return [Context, useValue] as const
}

type Made<Make extends (...services: never[]) => unknown> = ReturnType<Make>

/** What src/compose provides to the views: machines with their services, by name. */
export interface Provided
  extends Made<typeof provideAnalytics>,
    Made<typeof provideApiKeys>,
    Made<typeof provideAssistants>,
    Made<typeof provideChat>,
    Made<typeof provideGroups>,
    Made<typeof provideModels>,
    Made<typeof provideOrganizationSettings>,
    Made<typeof provideProfile>,
    Made<typeof provideProvisioning>,
    Made<typeof provideSecurity>,
    Made<typeof provideSingleSignOn>,
    Made<typeof provideTeam>,
    Made<typeof provideWebhooks> {
  readonly auditDownload: Made<typeof provideAuditDownload>
  readonly billingDialog: Made<typeof provideBillingDialog>
  readonly changeKnowledgeBase: Made<typeof provideChangeKnowledgeBase>
  readonly changeReaders: Made<typeof provideChangeReaders>
  readonly companyLogIn: Made<typeof provideCompanyLogIn>
  readonly confirmEmail: Made<typeof provideConfirmEmail>
  readonly connect: Made<typeof provideConnect>
  readonly crawl: Made<typeof provideCrawl>
  readonly createIntegration: Made<typeof provideCreateIntegration>
  readonly createKnowledgeBase: Made<typeof provideCreateKnowledgeBase>
  readonly deleteConversation: Made<typeof provideRemoval>
  readonly deleteDocuments: Made<typeof provideRemoval>
  readonly deleteGolden: Made<typeof provideRemoval>
  readonly deleteIntegration: Made<typeof provideRemoval>
  readonly deleteKnowledgeBase: Made<typeof provideRemoval>
  readonly deleteSource: Made<typeof provideRemoval>
  readonly documentFile: Made<typeof provideDocumentFile>
  readonly documentVersions: Made<typeof provideDocumentVersions>
  readonly explainPassage: Made<typeof provideExplainPassage>
  readonly forgotPassword: Made<typeof provideForgotPassword>
  readonly gettingStarted: Made<typeof provideGettingStarted>
  readonly goldenLive: Made<typeof provideGoldenLive>
  readonly goldenRun: Made<typeof provideGoldenRun>
  readonly handoverSettings: Made<typeof provideHandoverSettings>
  readonly importFaq: Made<typeof provideImportFaq>
  readonly improveAnswer: Made<typeof provideImproveAnswer>
  readonly inbox: Made<typeof provideInbox>
  readonly invitation: Made<typeof provideInvitation>
  readonly invoiceDownload: Made<typeof provideInvoiceDownload>
  readonly knowledgeBase: Made<typeof provideKnowledgeBase>
  readonly logIn: Made<typeof provideLogIn>
  readonly outcomesDownload: Made<typeof provideOutcomesDownload>
  readonly passageSearch: Made<typeof providePassageSearch>
  readonly paymentReturn: Made<typeof providePaymentReturn>
  readonly planChange: Made<typeof providePlanChange>
  readonly reader: Made<typeof provideReader>
  readonly register: Made<typeof provideRegister>
  readonly reindex: Made<typeof provideReindex>
  readonly renameConversation: Made<typeof provideRenameConversation>
  readonly renameDocument: Made<typeof provideRenameDocument>
  readonly resetPassword: Made<typeof provideResetPassword>
  readonly retrievalSettings: Made<typeof provideRetrievalSettings>
  readonly retrievalTest: Made<typeof provideRetrievalTest>
  readonly sendFeedback: Made<typeof provideSendFeedback>
  readonly takeGolden: Made<typeof provideTakeGolden>
  readonly verification: Made<typeof provideVerification>
  readonly webSources: Made<typeof provideWebSources>
  readonly welcome: Made<typeof provideWelcome>
  readonly writeGolden: Made<typeof provideWriteGolden>
  /** Fetched once an address has a domain: most people have no use for it. */
  readonly CompanyOffer: ComponentType<{ domain: string }>
}

const ProvidedContext = createContext<Partial<Provided>>({})

/** Adds to what is provided around it. */
export function Provide({ value, children }: { value: Partial<Provided>; children?: ReactNode }) {
  const around = use(ProvidedContext)
  const all = useMemo(() => ({ ...around, ...value }), [around, value])
  return createElement(ProvidedContext, { value: all }, children)
}

/** @throws Error where the screen is composed without it. */
export function useProvided<Name extends keyof Provided>(name: Name): Provided[Name] {
  const provided = use(ProvidedContext)[name]
  if (provided === undefined) throw new Error(`${name} is used on a screen that is not provided with it`)
  return provided as Provided[Name]
}
