import { QueryClient } from '@tanstack/query-core'
import { HttpError } from './http/errors.ts'

const MINUTE = 60_000
/** S9.3, S9.4: an answer is used this long without asking again, in ms. */
export const STALE_AFTER = 5 * MINUTE
/** S9.3, S9.4: an answer that nothing shows is swept after this long, in ms. */
export const KEPT_FOR = 10 * MINUTE
const RETRIES = 2

/** A refusal stays one, however often it is asked for. */
const mayHelp = (failures: number, error: Error) =>
  failures < RETRIES && !(error instanceof HttpError && error.status < 500)

/** The response cache of S9.3, with the defaults of S9.4. */
export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER,
        gcTime: KEPT_FOR,
        retry: mayHelp,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: 1 },
    },
  })

export type QueryCache = QueryClient
