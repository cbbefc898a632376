import { setTimeout as wait } from 'node:timers/promises'

const TOGETHER = 2

type Host = { running: number; nextStart: number; waiting: (() => void)[] }
export type Wait = (ms: number, signal?: AbortSignal) => Promise<unknown>

export type HostTurns = ReturnType<typeof createHostTurns>

/** Requests to one host: at most two at once, spaced as the host wants. Share one instance among all crawls. */
export const createHostTurns = ({
  waitFor = (ms, signal) => wait(ms, undefined, signal ? { signal } : {}),
  now = Date.now,
}: {
  waitFor?: Wait
  now?: () => number
} = {}) => {
  const hosts = new Map<string, Host>()
  const stateOf = (host: string) => {
    const known = hosts.get(host) ?? { running: 0, nextStart: 0, waiting: [] }
    hosts.set(host, known)
    return known
  }
  const release = (host: string, state: Host) => {
    state.running--
    const next = state.waiting.shift()
    if (next) next()
    else if (state.running === 0 && state.nextStart <= now()) hosts.delete(host)
  }

  return {
    /** Pauses all requests to this host for this time. */
    pause(host: string, ms: number) {
      const state = stateOf(host)
      state.nextStart = Math.max(state.nextStart, now() + ms)
    },

    async run<Result>(
      host: string,
      { delay, signal }: { delay: number; signal?: AbortSignal },
      task: () => Promise<Result>,
    ): Promise<Result> {
      const state = stateOf(host)
      const together = delay > 0 ? 1 : TOGETHER
      while (state.running >= together) await new Promise<void>((resolve) => state.waiting.push(resolve))
      state.running++
      try {
        signal?.throwIfAborted()
        // Another response may have asked for a longer pause.
        for (let pause = state.nextStart - now(); pause > 0; pause = state.nextStart - now())
          await waitFor(pause, signal)
        state.nextStart = Math.max(state.nextStart, now() + delay)
        return await task()
      } finally {
        release(host, state)
      }
    },
  }
}
