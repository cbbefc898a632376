import { fromCallback, fromPromise } from 'xstate'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import { type RenewalEvent, renewalMachine } from '../../machines/billing/renewal.machine.ts'
import type { QueryCache } from '../cache/query-cache.ts'
import { leaveFor, type Place } from './billing.provide.ts'
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
      openCard: fromPromise(async ({ input, signal }: { input: OfOrganization; signal: AbortSignal }) => {
        const { url } = await api.cardPage(input)
        await leaveFor({ tab, apiBase }, url, signal)
      }),
    },
    actions: { announceChange: () => planChanged(cache) },
  })
