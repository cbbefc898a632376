import { QueryClient } from '@tanstack/query-core'
import { HttpError } from './http/errors.ts'

const MINUTE = 60_000
const RETRIES = 2

/** A refusal stays one, however often it is asked for. */
const mayHelp = (failures: number, error: Error) =>
  failures < RETRIES && !(error instanceof HttpError && error.status < 500)

/** S9.4 by name. */
export const createQueryCache = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        retry: mayHelp,
        refetchOnWindowFocus: false,
      },
      mutations: { retry: 1 },
    },
  })

export type QueryCache = QueryClient
