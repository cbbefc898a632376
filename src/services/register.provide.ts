import { fromPromise } from 'xstate'
import { type RegisterValues, registerMachine } from '../machines/register/register.machine.ts'
import type { AccountsApi } from './accounts-api.ts'
import { startSession } from './start-session.ts'

interface Submitted {
  input: { values: RegisterValues }
}

export const provideRegister = (api: Pick<AccountsApi, 'register' | 'logIn'>, now: () => number) =>
  registerMachine.provide({
    actors: {
      register: fromPromise<unknown, { values: RegisterValues }>(({ input: { values } }) => {
        const { confirmation: _, ...registration } = values
        return api.register({ ...registration, email: registration.email.trim() })
      }),
      logIn: fromPromise(({ input: { values } }: Submitted) =>
        api.logIn({ username: values.email.trim(), password: values.password }),
      ),
    },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })
