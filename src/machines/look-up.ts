import type { SessionRef } from './accounts/session/session.machine.ts'
import type { ConversationRef } from './conversations/conversation/conversation.machine.ts'
import type { OrganizationsRef } from './organizations/organizations/organizations.machine.ts'
import type { NavigationRef } from './shell/navigation/navigation.machine.ts'
import type { InSystem } from './system.ts'

/** Actors whose state others read. */
interface Refs {
  readonly session: SessionRef
  readonly navigation: NavigationRef
  readonly organizations: OrganizationsRef
  /** On the public page. */
  readonly conversation: ConversationRef
}

/** An actor of the same system; undefined while it is not running. */
export const lookUp = <Name extends keyof Refs>({ system }: InSystem, name: Name): Refs[Name] | undefined =>
  system.get(name)
