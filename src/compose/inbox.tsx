import { provideInbox } from '../services/handover.provide.ts'
import { ConversationMachines } from '../ui/conversation/machines.ts'
import { ImproveMachines } from '../ui/improve/machines.ts'
import { InboxScreen } from '../ui/screens/inbox/inbox-screen.tsx'
import { InboxMachines } from '../ui/screens/inbox/machines.ts'
import type { Base } from './base.ts'
import { composeConversations } from './conversations.ts'

export function compose(base: Base) {
  const { http, withIdempotencyKey, clock } = base
  const { conversation, improve } = composeConversations(base)
  const machines = {
    inbox: provideInbox({ http, withIdempotencyKey, now: clock.steady }),
  }
  return () => (
    <ConversationMachines value={conversation}>
      <InboxMachines value={machines}>
        <ImproveMachines value={improve}>
          <InboxScreen />
        </ImproveMachines>
      </InboxMachines>
    </ConversationMachines>
  )
}
