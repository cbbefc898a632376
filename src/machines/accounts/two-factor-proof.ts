import type { TwoFactorProof } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'

/** Changing two-factor log-in requires the password and a code, in addition to an open session. */
export const twoFactorProof = {
  initial: 'closed',
  empty: { password: '', code: '' },
  validate: ({ password, code }: TwoFactorProof) => ({
    ...(password === '' && { password: t('Password is required.') }),
    ...(code.trim() === '' && { code: t('Enter the code.') }),
  }),
  fallback: t('That did not work. Please try again.'),
} as const
