import { signedInUser } from '../services/accounts/signed-in-user.ts'
import { createUnsentQuestions } from '../services/conversations/unsent-questions.ts'
import { provideOwnHandover } from '../services/visitors/own-handover.provide.ts'
import type { Base } from './base.ts'

/** The way to a colleague, in Chat and the Playground. */
export const composeOwnHandover = ({ http, tabStorage, scope }: Base) =>
  provideOwnHandover({
    http,
    unsent: createUnsentQuestions(tabStorage, () => signedInUser(scope)),
  })
