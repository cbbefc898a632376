import { fromPromise } from 'xstate'
import { resetPasswordMachine } from '../machines/reset-password/reset-password.machine.ts'
import { tell } from '../machines/system.ts'
import type { AccountsApi } from './accounts-api.ts'
import type { PasswordReset } from './contract/accounts.ts'

export const provideResetPassword = (api: AccountsApi) =>
  resetPasswordMachine.provide({
    actors: {
      verifyLink: fromPromise(({ input, signal }: { input: { token: string }; signal: AbortSignal }) =>
        input.token === '' ? Promise.resolve(null) : api.verifyReset(input.token, signal),
      ),
      resetPassword: fromPromise<unknown, PasswordReset>(({ input }) => api.resetPassword(input)),
    },
    actions: { finish: (scope) => tell(scope, 'session', { type: 'signOut.requested' }) },
  })
