import type { TokenPair } from '../../services/contract/accounts.ts'
import { createFormMachine } from '../form/form.machine.ts'

/** S2.1, S8.6. The session takes the tokens that it ends with. */
export const logInMachine = createFormMachine<{ email: string; password: string }, TokenPair>({
  id: 'logIn',
  description: 'Log-in with e-mail and password.',
  initial: 'editing',
  empty: { email: '', password: '' },
  validate: ({ email, password }) => ({
    ...(email.trim() === '' && { email: 'Email is required.' }),
    ...(password === '' && { password: 'Password is required.' }),
  }),
  fallback: 'Login failed. Please check your credentials.',
})
