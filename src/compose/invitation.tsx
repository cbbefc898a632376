import { createProfileApi } from '../services/accounts-api.ts'
import { provideInvitation } from '../services/invitation.provide.ts'
import { provideVerification } from '../services/verification.provide.ts'
import { InvitationScreen } from '../ui/screens/invitation/invitation-screen.tsx'
import { InvitationMachines } from '../ui/screens/invitation/machines.ts'
import type { Base } from './base.ts'

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
  return () => (
    <InvitationMachines value={machines}>
      <InvitationScreen />
    </InvitationMachines>
  )
}
