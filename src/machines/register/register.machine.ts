import { PASSWORD_MAX, PASSWORD_MIN, type TokenPair } from '../../services/contract/accounts.ts'
import { createFormMachine } from '../form/form.machine.ts'

export interface RegisterValues {
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

/** S2.4, S5.1, S8.7. A new account is signed in at once. */
export const registerMachine = createFormMachine<RegisterValues, TokenPair>({
  id: 'register',
  description: 'Registration; the new account is signed in at once.',
  initial: 'editing',
  empty: { first_name: '', last_name: '', email: '', password: '', confirmation: '' },
  validate: ({ email, password, confirmation }) => ({
    ...(email.trim() === '' && { email: 'Email is required.' }),
    ...((password.length < PASSWORD_MIN || password.length > PASSWORD_MAX) && {
      password: `Use ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`,
    }),
    ...(password !== confirmation && { confirmation: 'Passwords do not match.' }),
  }),
  fallback: 'Registration failed. Please try again.',
})
