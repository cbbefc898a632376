import { passwordProblem } from '../../services/contract/password.ts'
import type { BackupCodes, TwoFactorProof } from '../../services/contract/security.ts'
import { t } from '../../texts/t.ts'
import { createFormMachine, type FormRef } from '../shared/form/form.machine.ts'

interface PasswordChangeValues {
  readonly email: string
  readonly first_name: string
  readonly last_name: string
  readonly current_password: string
  readonly new_password: string
  readonly confirmation: string
}

/** S7.change-password, S8.10. `form.opened` brings the account, which the password rules need. */
export const changePasswordMachine = createFormMachine<PasswordChangeValues, unknown>({
  id: 'changePassword',
  description: 'Changes the password with the old one; the other sessions end.',
  initial: 'closed',
  empty: {
    email: '',
    first_name: '',
    last_name: '',
    current_password: '',
    new_password: '',
    confirmation: '',
  },
  validate: (values) => {
    const problem = passwordProblem(values.new_password, values)
    return {
      ...(values.current_password === '' && { current_password: t('Enter your current password.') }),
      ...(problem && { new_password: problem }),
      ...(values.new_password !== values.confirmation && { confirmation: t('Passwords do not match.') }),
    }
  },
  fallback: t('Failed to change password.'),
  says: () => t('Your password was changed, and your other devices were logged out.'),
})

/** Changing two-factor log-in requires the password and a code, in addition to an open session. */
const twoFactorProof = {
  initial: 'closed',
  empty: { password: '', code: '' },
  validate: ({ password, code }: TwoFactorProof) => ({
    ...(password === '' && { password: t('Password is required.') }),
    ...(code.trim() === '' && { code: t('Enter the code.') }),
  }),
  fallback: t('That did not work. Please try again.'),
} as const

export const renewBackupCodesMachine = createFormMachine<TwoFactorProof, BackupCodes>({
  id: 'renewBackupCodes',
  description: 'Makes new backup codes, with password and code, and shows them once.',
  acceptedAs: 'shown',
  ...twoFactorProof,
})

export type RenewBackupCodesRef = FormRef<TwoFactorProof, BackupCodes>

export const endTwoFactorMachine = createFormMachine<TwoFactorProof, unknown>({
  id: 'endTwoFactor',
  description: 'Turns two-factor log-in off, with password and code.',
  ...twoFactorProof,
})
