import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import type { HostTurns } from './host-turns.ts'

/** The caller asks too often; other busy responses concern the address. */
const TOO_OFTEN = 429
const BUSY = new Set([TOO_OFTEN, 503])
const PAUSE = 5_000 // ms, if the server does not say
const PAUSE_MAX = 60_000 // ms

const isBusy = (error: unknown): error is FetchFailure =>
  error instanceof FetchFailure && BUSY.has(error.status ?? 0)

const pauseOf = ({ retryAfter }: FetchFailure) => retryAfter ?? PAUSE

type Asking = {
  turns: HostTurns
  delay: () => number
  signal: AbortSignal
  /** Called if a host asks the caller for a pause that is too long to wait for. */
  postpone: (failure: FetchFailure) => void
}

/** Calls a host in its turn, and once more if it says that it is busy. */
export const inTurns =
  (fetch: GuardedFetch, { turns, delay, signal, postpone }: Asking): GuardedFetch =>
  async (address, options) => {
    const { host } = new URL(address)
    const ask = () =>
      turns
        .run(host, { delay: delay(), signal }, () => fetch(address, { ...options, signal }))
        .catch((error: unknown) => {
          if (isBusy(error) && error.status === TOO_OFTEN && pauseOf(error) > PAUSE_MAX) postpone(error)
          throw error
        })
    try {
      return await ask()
    } catch (error) {
      if (!isBusy(error) || pauseOf(error) > PAUSE_MAX) throw error
      turns.pause(host, pauseOf(error))
      return await ask()
    }
  }
