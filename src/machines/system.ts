import type { AnyActorRef } from 'xstate'
import type { SessionEvent } from './accounts/session/session.types.ts'
import type { UpgradeEvent } from './billing/billing.types.ts'
import type { ConnectionsEvent } from './connection/connections/connections.types.ts'
import type { NotificationsEvent } from './connection/notifications/notifications.types.ts'
import type { ChatEvent } from './conversations/chat/chat.types.ts'
import type { ConversationEvent } from './conversations/conversation/conversation.types.ts'
import type { OrganizationEntryEvent } from './organizations/organization-entry.types.ts'
import type { OrganizationsEvent } from './organizations/organizations/organizations.types.ts'
import type { NavigationEvent } from './shell/navigation/navigation.types.ts'
import type { ToastRequest, ToastsEvent } from './shell/toasts/toasts.types.ts'
import type { WorkspaceEvent } from './shell/workspace.types.ts'
import type { HandoverEvent } from './visitors/handover.types.ts'
import type { ShareEvent } from './visitors/share.types.ts'

/** The actors that others address by name (their `systemId`), and the events of each. */
interface Events {
  readonly session: SessionEvent
  readonly navigation: NavigationEvent
  readonly toasts: ToastsEvent
  /** The following run while someone is signed in. */
  readonly connections: ConnectionsEvent
  readonly workspace: WorkspaceEvent
  readonly organizations: OrganizationsEvent
  readonly organizationEntry: OrganizationEntryEvent
  readonly chat: ChatEvent
  readonly notifications: NotificationsEvent
  readonly upgrade: UpgradeEvent
  /** The following run on the public page. */
  readonly share: ShareEvent
  readonly conversation: ConversationEvent
  readonly handover: HandoverEvent
}

export type ActorName = keyof Events

/** The arguments of an action or of an actor, an actor itself, or anything else with a system. */
export interface InSystem {
  readonly system: Pick<AnyActorRef['system'], 'get'>
}

/** An event for one of them. */
export type Message = { readonly [Name in ActorName]: readonly [Name, Events[Name]] }[ActorName]

/** Sends an event to an actor of the same system by name; dropped if there is no such actor. */
export const sendToActor = <Name extends ActorName>(
  { system }: InSystem,
  name: Name,
  event: Events[Name],
): void => system.get(name)?.send(event)

/** The action of every machine that shows a toast. */
export const showToast = (scope: InSystem, toast: ToastRequest): void =>
  sendToActor(scope, 'toasts', { type: 'toast.requested', toast })

/** The action of every machine that opens another page. */
export const goTo = (scope: InSystem, { path }: { path: string }): void =>
  sendToActor(scope, 'navigation', { type: 'navigation.requested', path })
