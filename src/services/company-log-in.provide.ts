import { fromPromise } from 'xstate'
import { companyLogInMachine } from '../machines/company-log-in/company-log-in.machine.ts'
import { signInOfferMachine } from '../machines/sign-in-offer/sign-in-offer.machine.ts'
import type { CompanySignInApi } from './single-sign-on-api.ts'
import { startSession } from './start-session.ts'

export const provideCompanyLogIn = (api: CompanySignInApi, now: () => number) =>
  companyLogInMachine.provide({
    actors: { use: fromPromise(() => api.collect()) },
    actions: { finish: (scope, { output }) => startSession(scope, output, now()) },
  })

export const provideSignInOffer = (api: CompanySignInApi) =>
  signInOfferMachine.provide({
    actors: {
      findOffer: fromPromise(({ input, signal }: { input: { domain: string }; signal: AbortSignal }) =>
        api.offer(input.domain, signal),
      ),
    },
  })
