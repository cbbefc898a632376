import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { SnapshotFrom } from 'xstate'
import type { UpgradeRef } from '../machines/billing/upgrade.machine.ts'
import type { NotificationsRef } from '../machines/connection/notifications/notifications.machine.ts'
import type { ChatRef, chatMachine } from '../machines/conversations/chat/chat.machine.ts'
import { type ChatKey, keyOf } from '../machines/conversations/chat/chat.types.ts'
import type { CreateOrganizationRef } from '../machines/organizations/create-organization.machine.ts'
import type { OrganizationsRef } from '../machines/organizations/organizations/organizations.machine.ts'
import { selectCurrentOrganization } from '../machines/organizations/organizations/organizations.selectors.ts'
import type { CollectionName, Collections, PagesQuery } from '../machines/shell/resource/pages.types.ts'
import type { resourceMachine } from '../machines/shell/resource/resource.machine.ts'
import type { ResourceName, ResourceQuery, Resources } from '../machines/shell/resource/resource.types.ts'
import { conversationKey, type WorkspaceRef } from '../machines/shell/workspace.machine.ts'
import type { Answering } from '../services/contract/conversations.ts'
import { createProvided } from './provided.ts'
import { useViewActor } from './view-actor.ts'

/** The actors that live while someone is signed in, and the machines by which views read server data. */
interface Workspace {
  readonly workspace: WorkspaceRef
  readonly organizations: OrganizationsRef
  readonly chat: ChatRef
  readonly createOrganization: CreateOrganizationRef
  readonly upgrade: UpgradeRef
  readonly notifications: NotificationsRef
  readonly resource: typeof resourceMachine
  /** The same, for long lists that are read page by page. */
  readonly pages: typeof resourceMachine
}

export const [WorkspaceContext, useWorkspace] = createProvided<Workspace>('Workspace')

/** The id of the current organization; screens are drawn only if there is one. */
export const useOrganizationId = () =>
  useSelector(useWorkspace().organizations, selectCurrentOrganization)?.id ?? ''

/** A list or record read from the server, as an actor of the calling screen. */
export function useResource<Name extends ResourceName>(name: Name, of: Resources[Name]['of']) {
  const actor = useViewActor(useWorkspace().resource, { input: { name, of } as ResourceQuery })
  return { name, actor }
}

/** Its current data, or null. */
export const useResourceData = <Name extends ResourceName>({
  actor,
}: {
  name: Name
  actor: ReturnType<typeof useResource>['actor']
}) => useSelector(actor, ({ context }) => (context.data as Resources[Name]['data'] | undefined) ?? null)

/** A long list read from the server page by page, as an actor of the calling screen. */
export function usePages<Name extends CollectionName>(name: Name, of: Collections[Name]['of']) {
  const actor = useViewActor(useWorkspace().pages, { input: { name, of } as PagesQuery })
  return { name, actor }
}

const NOTHING: readonly never[] = []

/** Its current items. */
export const usePagesItems = <Name extends CollectionName>({
  actor,
}: {
  name: Name
  actor: ReturnType<typeof usePages>['actor']
}) => useSelector(actor, ({ context }) => (context.data ?? NOTHING) as readonly Collections[Name]['item'][])

/** The conversation with an assistant: opened when first shown, and then kept. */
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

/** A conversation of Chat: opened when first shown, and kept while something happens in it. */
export function useChatConversation({ assistantId, conversationId }: ChatKey) {
  const { chat } = useWorkspace()
  useEffect(
    () => chat.send({ type: 'conversation.shown', assistantId, conversationId }),
    [chat, assistantId, conversationId],
  )
  return useSelector(chat, selectChatConversation({ assistantId, conversationId }))
}

/** The conversation that an address names. A new conversation gets its id shortly before the address does. */
const selectChatConversation =
  (chatKey: ChatKey) =>
  ({ context: { open, shown } }: SnapshotFrom<typeof chatMachine>) => {
    const isNamedLater = chatKey.conversationId === null && shown?.assistantId === chatKey.assistantId
    return open[keyOf(chatKey)] ?? (isNamedLater ? open[keyOf(shown)] : null) ?? null
  }
