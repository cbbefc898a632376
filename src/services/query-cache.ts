import { QueryClient } from '@tanstack/query-core'
import { HttpError } from './http/errors.ts'

const MINUTE = 60_000
/** S9.3: an answer counts as true for so long, in ms. */
export const TTL = 5 * MINUTE
/** S9.3: an answer that no screen shows is swept after so long, in ms. */
const SWEPT_AFTER = 10 * MINUTE
const RETRIES = 2

/** A refusal stays one, however often it is asked for. */
const mayHelp = (failures: number, error: Error) =>
  failures < RETRIES && !(error instanceof HttpError && error.status < 500)

/** The response cache of S9.3 and the query defaults of S9.4. */
export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: TTL,
        gcTime: SWEPT_AFTER,
        retry: mayHelp,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: 1 },
    },
  })

export type QueryCache = QueryClient
