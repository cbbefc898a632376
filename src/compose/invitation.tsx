import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { provideVerification } from '../services/accounts/verification.provide.ts'
import { provideInvitation } from '../services/organizations/invitation.provide.ts'
import { InvitationScreen } from '../ui/organizations/invitation/invitation-screen.tsx'
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
