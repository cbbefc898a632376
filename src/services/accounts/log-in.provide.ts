import { fromPromise } from 'xstate'
import { logInMachine } from '../../machines/accounts/log-in.machine.ts'
import type { AccountsApi } from './accounts-api.ts'
import { startSession } from './start-session.ts'

export const provideLogIn = (api: Pick<AccountsApi, 'logIn'>, now: () => number) =>
  logInMachine.provide({
    actors: {
      submit: fromPromise(({ input: { values } }) =>
        api.logIn({
          username: values.email.trim(),
          password: values.password,
          ...(values.code.trim() !== '' && { code: values.code.trim() }),
        }),
      ),
    },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })
