import { createProfileApi } from '../services/accounts-api.ts'
import { provideInvitation } from '../services/invitation.provide.ts'
import { provideVerification } from '../services/verification.provide.ts'
import { InvitationScreen } from '../ui/screens/invitation/invitation-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export function compose({ anonymous, http, apiBase, cache }: Base) {
  const profile = createProfileApi(http, apiBase)
  const machines = {
    invitation: provideInvitation({
      http,
      anonymous,
      me: profile.me,
      cache,
    }),
    verification: provideVerification({ http, profile, cache }),
  }
  return composed(InvitationScreen, machines)
}
