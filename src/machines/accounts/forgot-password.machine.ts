import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

/** S2.5, S8.8. When closed, it says that a link was sent, whether or not the address has an account. */
export const forgotPasswordMachine = createFormMachine<{ email: string }, unknown>({
  id: 'forgotPassword',
  description: 'Asks for a link to choose a new password with.',
  initial: 'editing',
  finishes: false,
  empty: { email: '' },
  validate: ({ email }) => ({ ...(email.trim() === '' && { email: t('Email is required.') }) }),
  fallback: t('Failed to send reset instructions. Please try again.'),
})
