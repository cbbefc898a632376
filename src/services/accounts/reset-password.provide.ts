import { fromPromise } from 'xstate'
import { resetPasswordMachine } from '../../machines/accounts/reset-password.machine.ts'
import { logIn } from '../contract/operations/log-in.ts'
import type { Http } from '../http/client.ts'
import { ResetLink } from '../wire/accounts.ts'

export const provideResetPassword = (anonymous: Http) =>
  resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise(({ input, signal }) =>
        input.token === ''
          ? Promise.resolve(null)
          : anonymous.callAs(ResetLink, logIn.verifyReset, { token: input.token }, { signal }),
      ),
      resetPassword: fromPromise(({ input }) => anonymous.call(logIn.resetPassword, {}, { body: input })),
    },
  })
