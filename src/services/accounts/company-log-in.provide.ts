import { fromPromise } from 'xstate'
import { companyLogInMachine } from '../../machines/accounts/company-log-in.machine.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { Http } from '../http/client.ts'
import { startSession } from './start-session.ts'

export const provideCompanyLogIn = (anonymous: Http, now: () => number) =>
  companyLogInMachine.provide({
    actors: { use: fromPromise(() => anonymous.call(singleSignOn.collect, {})) },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })
