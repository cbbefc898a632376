import { isRefusal } from '../failure.ts'

export const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error })

/** The guard of every machine that does not repeat what the server refused. */
export const isRefused = (_: unknown, { error }: { error: unknown }) => isRefusal(error)

/** The server refused the call, and would do so again. */
export const ifRefused = { type: 'isRefused', params: errorOf } as const

/** The call was refused, or got no answer. */
export const remembersError = { type: 'rememberError', params: errorOf } as const

/** A refusal leads to `refused`, any other failure to `target`. */
export const failsTo = <Target extends string, const Actions>(target: Target, actions: Actions) =>
  [
    { guard: ifRefused, target: 'refused', actions },
    { target, actions },
  ] as const
