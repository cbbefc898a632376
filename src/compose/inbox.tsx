import { signedInUser } from '../services/accounts/signed-in-user.ts'
import { createUnsentQuestions } from '../services/conversations/unsent-questions.ts'
import { provideDraftReply, provideInbox } from '../services/visitors/handover.provide.ts'
import { InboxScreen } from '../ui/visitors/inbox/inbox-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'
import { composeConversations } from './conversations.ts'

export const compose = (base: Base) =>
  composed(InboxScreen, {
    ...composeConversations(base),
    inbox: provideInbox({
      http: base.http,
      draftReply: provideDraftReply(base),
      unsent: createUnsentQuestions(base.tabStorage, () => signedInUser(base.scope)),
      now: base.clock.steady,
    }),
  })
