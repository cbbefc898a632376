import { fromPromise } from 'xstate'
import { resetPasswordMachine } from '../../machines/accounts/reset-password.machine.ts'
import type { PasswordReset } from '../contract/accounts.ts'
import { logIn } from '../contract/operations/log-in.ts'
import type { Http } from '../http/client.ts'
import { ResetLink } from '../wire/accounts.ts'

export const provideResetPassword = (anonymous: Http) =>
  resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise(({ input, signal }: { input: { token: string }; signal: AbortSignal }) =>
        input.token === ''
          ? Promise.resolve(null)
          : anonymous.callAs(ResetLink, logIn.verifyReset, { token: input.token }, { signal }),
      ),
      resetPassword: fromPromise<unknown, PasswordReset>(({ input }) =>
        anonymous.call(logIn.resetPassword, {}, { body: input }),
      ),
    },
  })
