import { isRefusal } from '../failure.ts'

/** The guard of every machine that does not repeat what the server refused. */
export const isRefused = (_: unknown, { error }: { error: unknown }) => isRefusal(error)

/** The call was refused, or got no answer. */
export const remembersError = {
  type: 'rememberError',
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
} as const
