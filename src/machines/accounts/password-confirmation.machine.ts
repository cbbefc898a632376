import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

/** Asks for the password before an action that a stolen session alone must not allow. */
export const passwordConfirmationMachine = createFormMachine<{ password: string }, unknown>({
  id: 'passwordConfirmation',
  description: 'Asks for the password once more, then does what was asked.',
  initial: 'closed',
  empty: { password: '' },
  validate: ({ password }) => ({ ...(password === '' && { password: t('Password is required.') }) }),
  fallback: t('That did not work. Please try again.'),
})
