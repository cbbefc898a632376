import { fromCallback, fromPromise } from 'xstate'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import { type RenewalEvent, renewalMachine } from '../../machines/billing/renewal.machine.ts'
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
      watchSubscription: fromCallback<RenewalEvent, OfOrganization>(({ input, sendBack }) =>
        watchSubscription({ api, cache }, input, ({ renewal = null }) =>
          sendBack({ type: 'subscription.read', renewal }),
        ),
      ),
      setRenewal: fromPromise(({ input }: { input: OfOrganization & { renews: boolean } }) =>
        api.setRenewal(input),
      ),
      openCard: fromPromise(({ input }: { input: OfOrganization }) => api.cardPage(input)),
      goToCard: fromPromise(({ input, signal }: { input: { url: string }; signal: AbortSignal }) =>
        leaveFor({ tab, apiBase }, input.url, signal),
      ),
      awaitReturn: fromPromise(({ signal }) => returnTo(tab, signal)),
    },
    actions: { announceChange: () => planChanged(cache) },
  })
