import { fromPromise } from 'xstate'
import { forgotPasswordMachine } from '../../machines/accounts/forgot-password.machine.ts'
import type { AccountsApi } from './accounts-api.ts'

export const provideForgotPassword = (api: Pick<AccountsApi, 'forgotPassword'>) =>
  forgotPasswordMachine.provide({
    actors: {
      submit: fromPromise(({ input }) => api.forgotPassword(input.values.email.trim())),
    },
  })
