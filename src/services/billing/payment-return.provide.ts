import { fromPromise } from 'xstate'
import { paymentReturnMachine } from '../../machines/billing/payment-return.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import type { PaymentOutcome } from '../contract/billing.ts'
import { planChanged } from './billing-api.ts'

interface Services {
  /** The state of an order; works signed out. */
  outcomeOf: (reference: string, signal: AbortSignal) => Promise<PaymentOutcome | null>
  cache: QueryCache
}

export const providePaymentReturn = ({ outcomeOf, cache }: Services) =>
  paymentReturnMachine.provide({
    actors: {
      askPayment: fromPromise(({ input, signal }) =>
        input.reference === '' ? Promise.resolve(null) : outcomeOf(input.reference, signal),
      ),
    },
    actions: { announceChange: () => planChanged(cache) },
  })
