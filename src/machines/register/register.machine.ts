import type { TokenPair } from '../../services/contract/accounts.ts'
import { passwordProblem } from '../../services/contract/password.ts'
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
  validate: (values) => {
    const problem = passwordProblem(values.password, values)
    return {
      ...(values.email.trim() === '' && { email: 'Email is required.' }),
      ...(problem && { password: problem }),
      ...(values.password !== values.confirmation && { confirmation: 'Passwords do not match.' }),
    }
  },
  fallback: 'Registration failed. Please try again.',
})
