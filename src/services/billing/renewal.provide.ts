import { fromCallback, fromPromise } from 'xstate'
import { renewalMachine } from '../../machines/billing/renewal.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { leaveFor, type Place, returnTo } from './billing.provide.ts'
import { type BillingApi, planChanged } from './billing-api.ts'
import { watchSubscription } from './watch-subscription.ts'

interface Renewal extends Place {
  api: BillingApi
  cache: QueryCache
}

export const provideRenewal = ({ api, cache, tab, apiBase }: Renewal) =>
  renewalMachine.provide({
    actors: {
      watchSubscription: fromCallback(({ input, sendBack }) =>
        watchSubscription({ api, cache }, input, ({ renewal = null }) =>
          sendBack({ type: 'subscription.read', renewal }),
        ),
      ),
      setRenewal: fromPromise(({ input }) => api.setRenewal(input)),
      openCard: fromPromise(({ input }) => api.cardPage(input)),
      goToCard: fromPromise(({ input, signal }) => leaveFor({ tab, apiBase }, input.url, signal)),
      awaitReturn: fromPromise(({ signal }) => returnTo(tab, signal)),
    },
    actions: { announceChange: () => planChanged(cache) },
  })
