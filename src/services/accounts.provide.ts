import { fromPromise } from 'xstate'
import { logInMachine } from '../machines/log-in/log-in.machine.ts'
import { type RegisterValues, registerMachine } from '../machines/register/register.machine.ts'
import type { AccountsApi } from './accounts-api.ts'
import type { TokenPair } from './contract/accounts.ts'

/** `start` hands the tokens to the session. */
export const provideLogIn = (api: AccountsApi, start: (tokens: TokenPair) => void) =>
  logInMachine.provide({
    actors: {
      submit: fromPromise(
        ({ input: { values } }: { input: { values: { email: string; password: string } } }) =>
          api.logIn({ username: values.email.trim(), password: values.password }),
      ),
    },
    actions: { finish: (_, { output }) => start(output) },
  })

export const provideRegister = (api: AccountsApi, start: (tokens: TokenPair) => void) =>
  registerMachine.provide({
    actors: {
      submit: fromPromise(async ({ input: { values } }: { input: { values: RegisterValues } }) => {
        const { confirmation: _, ...registration } = values
        await api.register({ ...registration, email: registration.email.trim() })
        return api.logIn({ username: registration.email.trim(), password: registration.password })
      }),
    },
    actions: { finish: (_, { output }) => start(output) },
  })
