import { QueryClient } from '@tanstack/query-core'

const MINUTE = 60_000
/** S9.3: an answer counts as true for so long, in ms. */
export const TTL = 5 * MINUTE
/** S9.3: an answer that no screen shows is swept after so long, in ms. */
const SWEPT_AFTER = 10 * MINUTE

/** The response cache of S9.3 and the query defaults of S9.4. */
export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: TTL,
        gcTime: SWEPT_AFTER,
        // The HTTP client repeats, for whoever asks; here a hidden or offline page would wait for ever.
        retry: false,
        networkMode: 'always',
        refetchOnWindowFocus: false,
      },
    },
  })

export type QueryCache = QueryClient
