import { fromPromise } from 'xstate'
import { forgotPasswordMachine } from '../../machines/accounts/forgot-password.machine.ts'
import type { Submitted } from '../../machines/shared/form/form.parts.ts'
import type { AccountsApi } from './accounts-api.ts'

export const provideForgotPassword = (api: Pick<AccountsApi, 'forgotPassword'>) =>
  forgotPasswordMachine.provide({
    actors: {
      submit: fromPromise<unknown, Submitted<{ email: string }>>(({ input }) =>
        api.forgotPassword(input.values.email.trim()),
      ),
    },
  })
