import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'
import { PROFILE_NOT_UPDATED } from './profile.machine.ts'

export interface EmailChangeValues {
  readonly email: string
  readonly password: string
}

/** Ends with the address that the confirmation link was sent to. */
export const changeEmailMachine = createFormMachine<EmailChangeValues, { email: string }>({
  id: 'changeEmail',
  description: 'Asks for another email address; a link to it confirms the change.',
  initial: 'closed',
  finishes: false,
  empty: { email: '', password: '' },
  validate: ({ email, password }) => ({
    ...(email.trim() === '' && { email: t('Email is required.') }),
    ...(password === '' && { password: t('Password is required.') }),
  }),
  fallback: PROFILE_NOT_UPDATED,
  says: ({ email }) => t('Email sent to {email}.', { email }),
})
