import { fromPromise } from 'xstate'
import { registerMachine } from '../../machines/accounts/register.machine.ts'
import type { AccountsApi } from './accounts-api.ts'
import { startSession } from './start-session.ts'

export const provideRegister = (api: Pick<AccountsApi, 'register' | 'logIn'>, now: () => number) =>
  registerMachine.provide({
    actors: {
      /** S7.register lists the address and the password: names are sent only if filled in. */
      register: fromPromise(({ input: { values } }) => {
        const { first_name, last_name, email, password } = values
        return api.register({
          email: email.trim(),
          password,
          ...(first_name.trim() !== '' && { first_name }),
          ...(last_name.trim() !== '' && { last_name }),
        })
      }),
      logIn: fromPromise(({ input: { values } }) =>
        api.logIn({ username: values.email.trim(), password: values.password }),
      ),
    },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })
