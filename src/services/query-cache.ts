import { QueryClient } from '@tanstack/query-core'

const MINUTE = 60_000

/** S9.4 by name. The HTTP client's own retries are off where a query retries, or they would multiply. */
export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        retry: 2,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: 1 },
    },
  })

export type QueryCache = QueryClient
