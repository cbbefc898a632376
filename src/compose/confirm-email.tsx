import { createProfileApi } from '../services/accounts/accounts-api.ts'
import { provideConfirmEmail } from '../services/accounts/link.provide.ts'
import { provideVerification } from '../services/accounts/verification.provide.ts'
import { ConfirmEmailScreen } from '../ui/accounts/confirm-email-screen.tsx'
import type { Base } from './base.ts'
import { composed } from './composed.tsx'

export const compose = ({ anonymous, http, apiBase, cache }: Base) =>
  composed(ConfirmEmailScreen, {
    confirmEmail: provideConfirmEmail(anonymous, cache),
    verification: provideVerification({ http, profile: createProfileApi(http, apiBase), cache }),
  })
