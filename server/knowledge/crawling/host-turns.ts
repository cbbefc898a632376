import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE } from '../../kernel/durations.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { GuardedFetch } from '../../kernel/fetching/guarded-fetch.ts'

const TOGETHER = 2

type State = { asked: number; running: number; nextStart: number; waiting: (() => void)[] }
type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

/** Waits for the end of a request, unless the caller stops waiting. */
const freed = ({ waiting }: State, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const leave = () => {
      waiting.splice(waiting.indexOf(free), 1)
      reject(signal?.reason)
    }
    const free = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    if (signal?.aborted) return reject(signal.reason)
    waiting.push(free)
    signal?.addEventListener('abort', leave, { once: true })
  })

export type HostTurns = ReturnType<typeof createHostTurns>

/**
 * Requests to one host: at most two at once, spaced as the host wants. Share one instance among all crawls. A service
 * limits credentials, not hosts: there, a key names both.
 */
export const createHostTurns = ({
  waitFor = (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
  now = Date.now,
}: {
  waitFor?: Wait
  now?: () => number
} = {}) => {
  const states = new Map<string, State>()
  const stateOf = (key: string) => {
    const known = states.get(key)
    if (known) return known
    // A pause outlasts its request, and perhaps no other one follows.
    for (const [other, { asked, nextStart }] of states)
      if (asked === 0 && nextStart <= now()) states.delete(other)
    const state: State = { asked: 0, running: 0, nextStart: 0, waiting: [] }
    states.set(key, state)
    return state
  }

  return {
    /** Pauses all requests with this key for this time. */
    pause(key: string, ms: number) {
      const state = stateOf(key)
      state.nextStart = Math.max(state.nextStart, now() + ms)
    },

    async run<Result>(
      key: string,
      { delay, signal }: { delay: number; signal?: AbortSignal },
      task: () => Promise<Result>,
    ): Promise<Result> {
      const state = stateOf(key)
      state.asked++
      const together = delay > 0 ? 1 : TOGETHER
      try {
        while (state.running >= together) await freed(state, signal)
        state.running++
        try {
          signal?.throwIfAborted()
          // Another response may have asked for a longer pause.
          for (let pause = state.nextStart - now(); pause > 0; pause = state.nextStart - now())
            await waitFor(pause, signal)
          state.nextStart = Math.max(state.nextStart, now() + delay)
          return await task()
        } finally {
          state.running--
          state.waiting.shift()?.()
        }
      } finally {
        state.asked--
      }
    },
  }
}

/** The caller asks too often; other busy responses concern the address. */
const TOO_OFTEN = 429
const BUSY = new Set([TOO_OFTEN, 503])
const PAUSE = 5_000 // ms, if the server does not say
const PAUSE_MAX = MINUTE

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
