import type { signInOfferMachine } from '../../src/machines/accounts/sign-in-offer.machine.ts'
import type { Model } from '../harness/model/model.ts'
import { failuresOf } from './refusals.ts'

const OFFER = {
  organization: 'Acme',
  url: 'https://lectern.example.com/api/v1/login/company/start?domain=acme.test',
}

export const signInOfferModel: Model<typeof signInOfferMachine> = {
  input: { domain: 'acme.test' },
  events: () => [
    { type: 'domain.changed', domain: 'acme.test' },
    { type: 'domain.changed', domain: 'globex.test' },
  ],
  answers: () => ({
    findOffer: [OFFER, { organization: null, url: null }, ...failuresOf('GET /api/v1/login/company')],
  }),
  unhandled: [],
  key: ({ context: { domain, offer } }) => [domain, offer],
}
