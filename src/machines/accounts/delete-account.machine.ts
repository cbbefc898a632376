import { t } from '../../texts/t.ts'
import { createFormMachine } from '../shared/form/form.machine.ts'

/** Asks for the password: a stolen session alone must not allow this. */
export const deleteAccountMachine = createFormMachine<{ password: string }, unknown>({
  id: 'deleteAccount',
  description: 'Asks for the password once more, then deletes the account and logs out.',
  initial: 'closed',
  finishes: false,
  empty: { password: '' },
  validate: ({ password }) => ({ ...(password === '' && { password: t('Password is required.') }) }),
  fallback: t('That did not work. Please try again.'),
  tells: () => [['session', { type: 'signOut.requested' }]],
  says: () => t('Your account was deleted.'),
})
