import { RETRY_MAX } from '../../machines/accounts/session/session.types.ts'
import type { Storage } from '../browser/storage.ts'

const KEY = 'refreshPause'
/** The network returns to all tabs at about the same time, in ms. */
const SAME_MOMENT = 1000

/** After this long, in ms, a request may hang: the next tab asks as well, and a slow server gets one more. */
const ASKING_MAX = 5000

/** Times are those of the wall clock, which the tabs of a browser share. */
interface Pause {
  /** Consecutive refreshes without an answer, in any tab. */
  readonly failures: number
  readonly since: number
  readonly until: number
  /** The server requested it: a returning network does not end it. */
  readonly paced: boolean
  /** A tab waits for an answer, and holds the lock of the tabs while it lives. */
  readonly isAsking?: boolean
}

/** Checked by hand: the log-in page loads this file, and a schema would pull in zod. */
const isPause = (value: Partial<Pause> | null): value is Pause =>
  Number.isInteger(value?.failures) &&
  Number.isFinite(value?.since) &&
  Number.isFinite(value?.until) &&
  typeof value?.paced === 'boolean'

/**
 * One pace of refreshing for all tabs: a tab that asks, or got no answer, stores until when the others must
 * wait. An entry left by a closed tab expires.
 */
export function createRefreshPauses(storage: Storage, now: () => number) {
  let online = Number.NEGATIVE_INFINITY
  /** When this tab stored one of its own. */
  let own = Number.NaN

  const stored = (): Pause | null => {
    try {
      const pause: Partial<Pause> | null = JSON.parse(storage.read(KEY) ?? 'null')
      // From another outage, or from before the clock was set back.
      return !isPause(pause) || pause.since > now() || now() > pause.until + RETRY_MAX ? null : pause
    } catch {
      return null
    }
  }
  return {
    failures: () => stored()?.failures ?? 0,
    /**
     * The remaining wait; null if this tab may ask. `held`: this tab has the lock, so the asking one is gone.
     */
    current(held = false): { wait: number; failures: number } | null {
      const pause = stored()
      if (!pause || now() >= pause.until) return null
      if (pause.isAsking && (held || now() - pause.since >= ASKING_MAX)) return null
      const before = pause.since === own ? online : online - SAME_MOMENT
      if (!pause.paced && pause.since <= before) return null
      return { wait: pause.until - now(), failures: pause.failures }
    },
    begin({ wait, ...pause }: { wait: number } & Pick<Pause, 'failures' | 'paced' | 'isAsking'>) {
      own = now()
      storage.write(KEY, JSON.stringify({ ...pause, since: own, until: own + wait } satisfies Pause))
    },
    end: () => storage.remove(KEY),
    networkIsBack: () => {
      online = now()
    },
  }
}

export type RefreshPauses = ReturnType<typeof createRefreshPauses>
