import { QueryObserver } from '@tanstack/query-core'
import type { OfOrganization } from '../../machines/billing/billing.types.ts'
import { keyOf, type QueryCache } from '../cache/query-cache.ts'
import type { Subscription } from '../contract/billing.ts'
import type { BillingApi } from './billing-api.ts'

export const subscriptionOf = (of: OfOrganization) => keyOf({ name: 'subscription', of })

/** Reports the subscription now and on every later read, until the returned function is called. */
export function watchSubscription(
  { api, cache }: { api: BillingApi; cache: QueryCache },
  of: OfOrganization,
  onChange: (subscription: Subscription) => void,
) {
  const observer = new QueryObserver<Subscription>(cache, {
    queryKey: subscriptionOf(of),
    queryFn: ({ signal }) => api.current(of, signal),
  })
  const publish = ({ data }: ReturnType<typeof observer.getCurrentResult>) => data && onChange(data)
  const unsubscribe = observer.subscribe(publish)
  publish(observer.getCurrentResult())
  return unsubscribe
}
