import { provideDraftReply, provideInbox } from '../services/visitors/handover.provide.ts'
import { InboxScreen } from '../ui/visitors/inbox/inbox-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'

export const compose = (base: Base) =>
  composed(InboxScreen, {
    ...composeConversations(base),
    draftReply: provideDraftReply(base),
    inbox: provideInbox({
      http: base.http,
      withIdempotencyKey: base.withIdempotencyKey,
      now: base.clock.steady,
    }),
  })
