import { fromPromise } from 'xstate'
import { confirmEmailMachine } from '../../machines/accounts/confirm-email.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { logIn } from '../contract/operations/log-in.ts'
import type { Http } from '../http/client.ts'

export const provideConfirmEmail = (anonymous: Http, cache: QueryCache) =>
  confirmEmailMachine.provide({
    actors: {
      use: fromPromise(({ input }) =>
        anonymous.call(logIn.confirmEmail, {}, { body: { token: input.token } }),
      ),
    },
    actions: {
      finish: () => {
        for (const name of ['me', 'system']) void cache.invalidateQueries({ queryKey: [name] })
      },
    },
  })
