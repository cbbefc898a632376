import { QueryObserver } from '@tanstack/query-core'
import { fromCallback } from 'xstate'
import { isUnoffered, statusOf } from '../../machines/failure.ts'
import { type ResourceEvent, resourceMachine } from '../../machines/shell/resource/resource.machine.ts'
import type { ResourceQuery } from '../../machines/shell/resource/resource.types.ts'
import type { Fetcher } from './queries.ts'
import { keyOf, type QueryCache } from './query-cache.ts'

const DELIVERIES_EVERY = 10_000 // ms

/** A query of the cache as the actor of a resource: it reports the data and its changes. */
export const provideResource = (cache: QueryCache, fetch: Fetcher) =>
  resourceMachine.provide({
    actors: {
      query: fromCallback(({ input, receive, sendBack }) => {
        const query = input as ResourceQuery
        const observer = new QueryObserver(cache, {
          queryKey: keyOf(query),
          // There are no events for deliveries, and one that waits is tried again by itself.
          ...(query.name === 'webhookDeliveries' && { staleTime: 0, refetchInterval: DELIVERIES_EVERY }),
          queryFn: ({ signal }) => fetch(query, signal),
        })
        let isOpening = true
        const publish = ({
          status,
          fetchStatus,
          data,
          error,
        }: ReturnType<typeof observer.getCurrentResult>) => {
          const isRead = fetchStatus !== 'fetching'
          if (status === 'success') send({ type: 'data.arrived', data })
          // Data of an earlier visit does not stay if the thing, or its part of the server, is gone.
          if (error && isRead && isOpening && (statusOf(error) === 404 || isUnoffered(error)))
            send({ type: 'data.awaited' })
          if (error && isRead) send({ type: 'data.failed', error })
          if (isRead) isOpening = false
          if (status === 'pending') send({ type: 'data.awaited' })
        }
        const send = (event: ResourceEvent) => sendBack(event)
        const unsubscribe = observer.subscribe(publish)
        publish(observer.getCurrentResult())
        // Other failures had the same cause, and may have no retry button.
        receive(() => {
          void observer.refetch()
          void cache.refetchQueries({
            fetchStatus: 'idle',
            predicate: ({ state }) => state.status === 'error',
          })
        })
        return unsubscribe
      }),
    },
  })
