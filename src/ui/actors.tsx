import { useSelector } from '@xstate/react'
import { createContext, use, useEffect } from 'react'
import type { answerFeedbackMachine } from '../machines/answer-feedback/answer-feedback.machine.ts'
import type { AppRef } from '../machines/app/app.machine.ts'
import type { assistantSettingsMachine } from '../machines/assistant-settings/assistant-settings.machine.ts'
import type { billingDialogMachine } from '../machines/billing-dialog/billing-dialog.machine.ts'
import type { ChatRef } from '../machines/chat/chat.machine.ts'
import { selectTalk } from '../machines/chat/chat.selectors.ts'
import type { Talk } from '../machines/chat/chat.types.ts'
import type { closeGapMachine } from '../machines/close-gap/close-gap.machine.ts'
import type { confirmationMachine } from '../machines/confirmation/confirmation.machine.ts'
import type { ConnectionsRef } from '../machines/connections/connections.machine.ts'
import type { conversationPagesMachine } from '../machines/conversation-pages/conversation-pages.machine.ts'
import type { conversationTagsMachine } from '../machines/conversation-tags/conversation-tags.machine.ts'
import type { createIntegrationMachine } from '../machines/create-integration/create-integration.machine.ts'
import type { createKnowledgeBaseMachine } from '../machines/create-knowledge-base/create-knowledge-base.machine.ts'
import type { CreateOrganizationRef } from '../machines/create-organization/create-organization.machine.ts'
import type { downloadMachine } from '../machines/download/download.machine.ts'
import type { explainPassageMachine } from '../machines/explain-passage/explain-passage.machine.ts'
import type { knowledgeBaseMachine } from '../machines/knowledge-base/knowledge-base.machine.ts'
import type { NavigationRef } from '../machines/navigation/navigation.machine.ts'
import { selectParam, selectPathname, selectSearch } from '../machines/navigation/navigation.selectors.ts'
import type { NotificationsRef } from '../machines/notifications/notifications.machine.ts'
import type { OrganizationsRef } from '../machines/organizations/organizations.machine.ts'
import { selectCurrentOrganization } from '../machines/organizations/organizations.selectors.ts'
import type { passageSearchMachine } from '../machines/passage-search/passage-search.machine.ts'
import type { paymentReturnMachine } from '../machines/payment-return/payment-return.machine.ts'
import type { PickerRef, pickerMachine } from '../machines/picker/picker.machine.ts'
import type { planChangeMachine } from '../machines/plan-change/plan-change.machine.ts'
import type { publicPageMachine } from '../machines/public-page/public-page.machine.ts'
import type { readerMachine } from '../machines/reader/reader.machine.ts'
import type { renameConversationMachine } from '../machines/rename-conversation/rename-conversation.machine.ts'
import type { resourceMachine } from '../machines/resource/resource.machine.ts'
import type { ResourceName, ResourceQuery, Resources } from '../machines/resource/resource.types.ts'
import type { SendFeedbackRef, sendFeedbackMachine } from '../machines/send-feedback/send-feedback.machine.ts'
import type { SessionRef } from '../machines/session/session.machine.ts'
import type { SheetRef, sheetMachine } from '../machines/sheet/sheet.machine.ts'
import type { SidebarRef } from '../machines/sidebar/sidebar.machine.ts'
import type { ThemeRef } from '../machines/theme/theme.machine.ts'
import type { ToastsRef } from '../machines/toasts/toasts.machine.ts'
import type { TrialBannerRef } from '../machines/trial-banner/trial-banner.machine.ts'
import type { UpgradeRef } from '../machines/upgrade/upgrade.machine.ts'
import type { uploadMachine } from '../machines/upload/upload.machine.ts'
import type { VerificationRef } from '../machines/verification/verification.machine.ts'
import type { welcomeMachine } from '../machines/welcome/welcome.machine.ts'
import { conversationKey, type WorkspaceRef } from '../machines/workspace/workspace.machine.ts'
import type { Answering } from '../services/contract/conversations.ts'
import type { AccountMachines } from './account-machines.ts'
import type { Command } from './shell/commands.ts'
import type { TeamMachines } from './team-machines.ts'
import { useViewActor } from './view-actor.ts'

/** The actors that live as long as the page: the root and its children. */
export interface Actors {
  readonly app: AppRef
  readonly session: SessionRef
  readonly navigation: NavigationRef
  readonly toasts: ToastsRef
  readonly theme: ThemeRef
  readonly sidebar: SidebarRef
  readonly connections: ConnectionsRef
}

/** The machines that a screen starts for itself, with their services plugged in. */
export interface Machines extends AccountMachines, TeamMachines {
  readonly welcome: typeof welcomeMachine
  readonly resource: typeof resourceMachine
  readonly createKnowledgeBase: typeof createKnowledgeBaseMachine
  readonly deleteKnowledgeBase: typeof confirmationMachine
  readonly knowledgeBase: typeof knowledgeBaseMachine
  readonly upload: typeof uploadMachine
  readonly deleteDocument: typeof confirmationMachine
  readonly createIntegration: typeof createIntegrationMachine
  readonly deleteIntegration: typeof confirmationMachine
  readonly assistantSettings: typeof assistantSettingsMachine
  readonly publish: typeof confirmationMachine
  readonly restoreVersion: typeof confirmationMachine
  readonly duplicateIntegration: typeof confirmationMachine
  readonly publicPage: typeof publicPageMachine
  readonly passageSearch: typeof passageSearchMachine
  readonly explainPassage: typeof explainPassageMachine
  readonly deleteConversation: typeof confirmationMachine
  readonly renameConversation: typeof renameConversationMachine
  readonly reader: typeof readerMachine
  readonly answerFeedback: typeof answerFeedbackMachine
  readonly conversationPages: typeof conversationPagesMachine
  readonly conversationTags: typeof conversationTagsMachine
  readonly download: typeof downloadMachine
  readonly closeGap: typeof closeGapMachine
  readonly ignoreGap: typeof confirmationMachine
  readonly reopenGap: typeof confirmationMachine
  readonly planChange: typeof planChangeMachine
  readonly billingDialog: typeof billingDialogMachine
  readonly paymentReturn: typeof paymentReturnMachine
  readonly picker: typeof pickerMachine
  readonly sheet: typeof sheetMachine
  readonly sendFeedback: typeof sendFeedbackMachine
}

/** The actors that live while somebody is signed in. */
interface WorkspaceActors {
  readonly workspace: WorkspaceRef
  readonly organizations: OrganizationsRef
  readonly chat: ChatRef
  readonly createOrganization: CreateOrganizationRef
  readonly upgrade: UpgradeRef
  readonly trialBanner: TrialBannerRef
  readonly notifications: NotificationsRef
}

/** What lies over the page, opened from anywhere in the shell; and what the shown screen can do besides. */
interface ShellActors {
  readonly offer: (commands: readonly Command[]) => void
  readonly palette: PickerRef
  readonly shortcuts: SheetRef
  readonly feedback: SendFeedbackRef
  readonly verification: VerificationRef
}

const created = <Value,>(name: string) => {
  const Context = createContext<Value | null>(null)
  const useValue = () => {
    const value = use(Context)
    if (value === null) throw new Error(`${name} is used outside of its provider`)
    return value
  }
  return [Context, useValue] as const
}

export const [ActorsContext, useActors] = created<Actors>('Actors')
export const [MachinesContext, useMachines] = created<Machines>('Machines')
export const [WorkspaceContext, useWorkspace] = created<WorkspaceActors>('Workspace')
export const [ShellContext, useShell] = created<ShellActors>('Shell')

/** The id of the current organization; screens are drawn only when there is one. */
export const useOrganizationId = () =>
  useSelector(useWorkspace().organizations, selectCurrentOrganization)?.id ?? ''

/** A list or record read from the server, as an actor of the calling screen. */
export function useResource<Name extends ResourceName>(name: Name, of: Resources[Name]['of']) {
  const actor = useViewActor(useMachines().resource, { input: { name, of } as ResourceQuery })
  return { name, actor }
}

/** What it holds by now, or null. */
export const useResourceData = <Name extends ResourceName>({
  actor,
}: {
  name: Name
  actor: ReturnType<typeof useResource>['actor']
}) => useSelector(actor, ({ context }) => (context.data as Resources[Name]['data'] | undefined) ?? null)

export const usePath = () => useSelector(useActors().navigation, selectPathname)

/** A value of the shown route's pattern; '' where it has none of that name. */
export const useRouteParam = (name: string) => useSelector(useActors().navigation, selectParam(name)) ?? ''

export const useSearchParam = (name: string) =>
  new URLSearchParams(useSelector(useActors().navigation, selectSearch)).get(name)

/** The conversation with an assistant: opened when it is first looked at, and then kept. */
export function useConversation(integrationId: string, config: Answering) {
  const { workspace } = useWorkspace()
  useEffect(
    () => workspace.send({ type: 'playground.opened', integrationId, config }),
    [workspace, integrationId, config],
  )
  return useSelector(
    workspace,
    ({ context }) => context.conversations[conversationKey({ integrationId, config })] ?? null,
  )
}

/** A conversation of Chat: opened when it is first looked at, and kept while something happens in it. */
export function useTalk({ assistantId, conversationId }: Talk) {
  const { chat } = useWorkspace()
  useEffect(
    () => chat.send({ type: 'conversation.shown', assistantId, conversationId }),
    [chat, assistantId, conversationId],
  )
  return useSelector(chat, selectTalk({ assistantId, conversationId }))
}
