import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'
import type { HostTurns } from './host-turns.ts'

const BUSY = new Set([429, 503])
const PAUSE = 5_000 // ms, if the server does not say
const PAUSE_MAX = 60_000 // ms

/** Calls a host in its turn, and once more if it says that it is busy. */
export const inTurns =
  (fetch: GuardedFetch, turns: HostTurns, delay: () => number, signal: AbortSignal): GuardedFetch =>
  async (address, options) => {
    const { host } = new URL(address)
    const ask = () =>
      turns.run(host, { delay: delay(), signal }, () => fetch(address, { ...options, signal }))
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof FetchFailure) || !BUSY.has(error.status ?? 0)) throw error
      const pause = error.retryAfter ?? PAUSE
      if (pause > PAUSE_MAX) throw error
      turns.pause(host, pause)
      return await ask()
    }
  }
