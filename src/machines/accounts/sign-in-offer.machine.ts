import { assign, fromPromise, setup } from 'xstate'
import type { SignInOffer } from '../../services/contract/single-sign-on.ts'
import { notProvided } from '../not-provided.ts'

/** Debounce of typing, in ms. */
const OFFER_DELAY = 400

interface OfferContext {
  readonly domain: string
  readonly offer: SignInOffer | null
}

/** Whether the domain of the typed address signs in through a provider. */
export const signInOfferMachine = setup({
  types: {} as {
    context: OfferContext
    events: { type: 'domain.changed'; domain: string }
    input: { domain: string }
    children: { findOffer: 'findOffer' }
  },
  actors: { findOffer: fromPromise<SignInOffer, { domain: string }>(notProvided('findOffer')) },
  guards: { isSame: ({ context }, { domain }: { domain: string }) => domain === context.domain },
  actions: {
    takeDomain: assign((_, { domain }: { domain: string }) => ({ domain, offer: null })),
    takeOffer: assign((_, { offer }: { offer: SignInOffer }) => ({ offer })),
  },
  delays: { offerDelay: OFFER_DELAY },
}).createMachine({
  id: 'signInOffer',
  description: 'Asks whether the domain of an address signs in by a provider.',
  context: ({ input: { domain } }) => ({ domain, offer: null }),
  initial: 'waiting',
  on: {
    'domain.changed': [
      { guard: { type: 'isSame', params: ({ event }) => event } },
      {
        target: '.waiting',
        reenter: true,
        actions: { type: 'takeDomain', params: ({ event }) => event },
      },
    ],
  },
  states: {
    waiting: {
      description: 'The person may still be typing.',
      after: { offerDelay: 'asking' },
    },
    asking: {
      description: 'Only the domain is sent to the server.',
      invoke: {
        id: 'findOffer',
        src: 'findOffer',
        input: ({ context: { domain } }) => ({ domain }),
        onDone: {
          target: 'answered',
          actions: { type: 'takeOffer', params: ({ event }) => ({ offer: event.output }) },
        },
        // Log-in with a password reports what is missing.
        onError: 'answered',
      },
    },
    answered: { description: 'There is an offer, or none.' },
  },
})
