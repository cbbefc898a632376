import { fromPromise } from 'xstate'
import { signInOfferMachine } from '../../machines/accounts/sign-in-offer.machine.ts'
import { singleSignOn } from '../contract/operations/single-sign-on.ts'
import type { Http } from '../http/client.ts'

export const provideSignInOffer = (anonymous: Http) =>
  signInOfferMachine.provide({
    actors: {
      findOffer: fromPromise(({ input, signal }) =>
        anonymous.call(singleSignOn.offer, {}, { query: { domain: input.domain }, signal }),
      ),
    },
  })
