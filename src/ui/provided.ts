import { type ComponentType, createContext, createElement, type ReactNode, use, useMemo } from 'react'
import type { Actor, AnyActorLogic } from 'xstate'
import type { confirmationMachine } from '../machines/shared/confirmation.machine.ts'
import type { provideForgotPassword } from '../services/accounts/forgot-password.provide.ts'
import type { provideCompanyLogIn, provideConfirmEmail } from '../services/accounts/link.provide.ts'
import type { provideLogIn } from '../services/accounts/log-in.provide.ts'
import type { provideProfile } from '../services/accounts/profile.provide.ts'
import type { provideProvisioning } from '../services/accounts/provisioning.provide.ts'
import type { provideRegister } from '../services/accounts/register.provide.ts'
import type { provideResetPassword } from '../services/accounts/reset-password.provide.ts'
import type { provideSecurity } from '../services/accounts/security.provide.ts'
import type { provideSingleSignOn } from '../services/accounts/single-sign-on.provide.ts'
import type { provideVerification } from '../services/accounts/verification.provide.ts'
import type { provideAssistants } from '../services/assistants/assistants.provide.ts'
import type {
  provideCreateIntegration,
  provideCreateKnowledgeBase,
} from '../services/assistants/creation.provide.ts'
import type { provideImproveAnswer } from '../services/assistants/improve-answer.provide.ts'
import type { provideModels } from '../services/assistants/models.provide.ts'
import type { provideBillingDialog, providePlanChange } from '../services/billing/billing.provide.ts'
import type { provideInvoiceDownload } from '../services/billing/invoice-download.provide.ts'
import type { providePaymentReturn } from '../services/billing/payment-return.provide.ts'
import type { provideRenewal } from '../services/billing/renewal.provide.ts'
import type { provideTrialBanner } from '../services/billing/trial-banner.provide.ts'
import type { provideAnalytics } from '../services/conversations/analytics.provide.ts'
import type { provideChat, provideRenameConversation } from '../services/conversations/chat.provide.ts'
import type { provideSendFeedback } from '../services/conversations/feedback.provide.ts'
import type { provideOutcomesDownload } from '../services/conversations/outcomes.provide.ts'
import type { provideApiKeys } from '../services/developers/api-keys.provide.ts'
import type { provideWebhooks } from '../services/developers/webhooks.provide.ts'
import type {
  provideDocumentFile,
  provideDocumentVersions,
} from '../services/knowledge/document-file.provide.ts'
import type {
  provideGoldenLive,
  provideGoldenRun,
  provideRetrievalTest,
  provideRetrievalTestLive,
  provideTakeGolden,
  provideWriteGolden,
} from '../services/knowledge/golden.provide.ts'
import type {
  provideChangeKnowledgeBase,
  provideImportFaq,
  provideKnowledgeBase,
  provideRenameDocument,
} from '../services/knowledge/knowledge-base.provide.ts'
import type { provideReader } from '../services/knowledge/reader.provide.ts'
import type { provideChangeReaders } from '../services/knowledge/readers.provide.ts'
import type { provideReindex, provideRetrievalSettings } from '../services/knowledge/reindex.provide.ts'
import type { provideExplainPassage, providePassageSearch } from '../services/knowledge/search.provide.ts'
import type {
  provideConnect,
  provideCrawl,
  provideWebSources,
} from '../services/knowledge/web-sources.provide.ts'
import type { provideAuditDownload } from '../services/organizations/audit.provide.ts'
import type { provideGroups } from '../services/organizations/groups.provide.ts'
import type { provideInvitation } from '../services/organizations/invitation.provide.ts'
import type { provideOrganizationSettings } from '../services/organizations/organization-settings.provide.ts'
import type { provideWelcome } from '../services/organizations/organizations.provide.ts'
import type { providePersonalData } from '../services/organizations/personal-data.provide.ts'
import type { provideTeam } from '../services/organizations/team.provide.ts'
import type { provideGettingStarted } from '../services/shell/getting-started.provide.ts'
import type { provideChannels } from '../services/visitors/channels.provide.ts'
import type { provideHandoverSettings, provideInbox } from '../services/visitors/handover.provide.ts'
import type { provideOwnHandover } from '../services/visitors/own-handover.provide.ts'
import { type Options, useViewActor } from './view-actor.ts'

/** A required context, and the hook that reads it. */
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

/** Machines with their services, by name, which src/compose provides to the views. */
export interface Provided
  extends Made<typeof provideAnalytics>,
    Made<typeof provideApiKeys>,
    Made<typeof provideAssistants>,
    Made<typeof provideChannels>,
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
  readonly deleteConversation: typeof confirmationMachine
  readonly deleteDocuments: typeof confirmationMachine
  readonly deleteGolden: typeof confirmationMachine
  readonly deleteIntegration: typeof confirmationMachine
  readonly deleteKnowledgeBase: typeof confirmationMachine
  readonly deleteSource: typeof confirmationMachine
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
  readonly ownHandover: Made<typeof provideOwnHandover>
  readonly passageSearch: Made<typeof providePassageSearch>
  readonly paymentReturn: Made<typeof providePaymentReturn>
  readonly personalData: Made<typeof providePersonalData>
  readonly planChange: Made<typeof providePlanChange>
  readonly trialBanner: Made<typeof provideTrialBanner>
  readonly renewal: Made<typeof provideRenewal>
  readonly reader: Made<typeof provideReader>
  readonly register: Made<typeof provideRegister>
  readonly reindex: Made<typeof provideReindex>
  readonly renameConversation: Made<typeof provideRenameConversation>
  readonly renameDocument: Made<typeof provideRenameDocument>
  readonly resetPassword: Made<typeof provideResetPassword>
  readonly retrievalSettings: Made<typeof provideRetrievalSettings>
  readonly retrievalTest: Made<typeof provideRetrievalTest>
  readonly retrievalTestLive: Made<typeof provideRetrievalTestLive>
  readonly sendFeedback: Made<typeof provideSendFeedback>
  readonly takeGolden: Made<typeof provideTakeGolden>
  readonly verification: Made<typeof provideVerification>
  readonly webSources: Made<typeof provideWebSources>
  readonly welcome: Made<typeof provideWelcome>
  readonly writeGolden: Made<typeof provideWriteGolden>
  /** Fetched once an address has a domain: most people do not need it. */
  readonly CompanyOffer: ComponentType<{ domain: string }>
}

const ProvidedContext = createContext<Partial<Provided>>({})

/** Adds to what is provided by its ancestors. */
export function Provide({ value, children }: { value: Partial<Provided>; children?: ReactNode }) {
  const around = use(ProvidedContext)
  const all = useMemo(() => ({ ...around, ...value }), [around, value])
  return createElement(ProvidedContext, { value: all }, children)
}

/** @throws Error if the screen is composed without it. */
export function useProvided<Name extends keyof Provided>(name: Name): Provided[Name] {
  const provided = use(ProvidedContext)[name]
  if (provided === undefined) throw new Error(`${name} is not provided on this screen`)
  return provided as Provided[Name]
}

type Machines = {
  [Name in keyof Provided as Provided[Name] extends AnyActorLogic ? Name : never]: Extract<
    Provided[Name],
    AnyActorLogic
  >
}

/** An actor of a provided machine, which lives as long as the calling view. */
export function useProvidedActor<Name extends keyof Machines>(
  name: Name,
  ...options: Options<Machines[Name]>
): Actor<Machines[Name]> {
  return useViewActor(useProvided(name) as Machines[Name], ...options)
}
