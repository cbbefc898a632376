import { fromPromise } from 'xstate'
import { confirmEmailMachine } from '../machines/confirm-email/confirm-email.machine.ts'
import type { AccountsApi } from './accounts-api.ts'
import type { QueryCache } from './query-cache.ts'

export const provideConfirmEmail = (api: AccountsApi, cache: QueryCache) =>
  confirmEmailMachine.provide({
    actors: {
      use: fromPromise<unknown, { token: string }>(({ input }) => api.confirmEmail(input.token)),
    },
    actions: {
      finish: () => {
        for (const name of ['me', 'system']) void cache.invalidateQueries({ queryKey: [name] })
      },
    },
  })
