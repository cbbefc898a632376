import { fromPromise } from 'xstate'
import { companyLogInMachine, confirmEmailMachine } from '../../machines/accounts/link.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { logIn } from '../contract/operations/log-in.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { Http } from '../http/client.ts'
import { startSession } from './start-session.ts'

export const provideCompanyLogIn = (anonymous: Http, now: () => number) =>
  companyLogInMachine.provide({
    actors: { use: fromPromise(() => anonymous.call(singleSignOn.collect, {})) },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })

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
