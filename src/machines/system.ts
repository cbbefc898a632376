import type { AnyActorRef } from 'xstate'
import type { ChatEvent } from './chat/chat.types.ts'
import type { ConnectionsEvent } from './connections/connections.types.ts'
import type { ConversationEvent } from './conversation/conversation.types.ts'
import type { HandoverEvent } from './handover/handover.types.ts'
import type { NavigationEvent } from './navigation/navigation.types.ts'
import type { NotificationsEvent } from './notifications/notifications.types.ts'
import type { OrganizationEntryEvent } from './organization-entry/organization-entry.types.ts'
import type { OrganizationsEvent } from './organizations/organizations.types.ts'
import type { SessionEvent } from './session/session.types.ts'
import type { ShareEvent } from './share/share.types.ts'
import type { ToastRequest } from './toast-request.ts'
import type { ToastsEvent } from './toasts/toasts.types.ts'
import type { UpgradeEvent } from './upgrade/upgrade.types.ts'
import type { WorkspaceEvent } from './workspace/workspace.types.ts'

/** The actors that others address by name (their `systemId`), and the events of each. */
interface Events {
  readonly session: SessionEvent
  readonly navigation: NavigationEvent
  readonly toasts: ToastsEvent
  /** The following run while somebody is signed in. */
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

/** The arguments of an action or of an actor, an actor itself, or whatever else belongs to a system. */
export interface InSystem {
  readonly system: Pick<AnyActorRef['system'], 'get'>
}

/** Sends an event to an actor of the same system by its name; without such an actor nothing happens. */
export const tell = <Name extends ActorName>({ system }: InSystem, name: Name, event: Events[Name]): void =>
  system.get(name)?.send(event)

/** The action of every machine that shows a toast. */
export const showToast = (scope: InSystem, toast: ToastRequest): void =>
  tell(scope, 'toasts', { type: 'toast.requested', toast })
