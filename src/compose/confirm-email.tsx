import { createProfileApi } from '../services/accounts-api.ts'
import { provideConfirmEmail } from '../services/confirm-email.provide.ts'
import { provideVerification } from '../services/verification.provide.ts'
import { ConfirmEmailScreen } from '../ui/screens/confirm-email/confirm-email-screen.tsx'
import { ConfirmEmailMachines } from '../ui/screens/confirm-email/machines.ts'
import type { Base } from './base.ts'

export function compose({ anonymous, http, apiBase, cache }: Base) {
  const machines = {
    confirmEmail: provideConfirmEmail(anonymous, cache),
    verification: provideVerification({ http, profile: createProfileApi(http, apiBase), cache }),
  }
  return () => (
    <ConfirmEmailMachines value={machines}>
      <ConfirmEmailScreen />
    </ConfirmEmailMachines>
  )
}
