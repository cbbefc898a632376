import { RETRY_MAX } from '../../machines/accounts/session/session.types.ts'
import type { Storage } from '../browser/storage.ts'

const KEY = 'refreshPause'
/** The network comes back to all tabs at about the same time, in ms. */
const SAME_MOMENT = 1000

/** Whoever has asked for so long, in ms, may hang: the next one asks as well, and a server that is slow gets one more. */
const ASKING_MAX = 5000

/** Times are those of the wall clock, which the tabs of a browser share. */
interface Pause {
  /** Refreshes in a row that got no answer, of whichever tab. */
  readonly failures: number
  readonly since: number
  readonly until: number
  /** The server asked for it: a network that came back does not end it. */
  readonly paced: boolean
  /** A tab waits for an answer, and holds the lock of the tabs as long as it lives. */
  readonly isAsking?: boolean
}

/** Checked by hand: the log-in page loads this file, and a schema would bring zod along. */
const isPause = (value: Partial<Pause> | null): value is Pause =>
  Number.isInteger(value?.failures) &&
  Number.isFinite(value?.since) &&
  Number.isFinite(value?.until) &&
  typeof value?.paced === 'boolean'

/**
 * One pace of refreshing for all tabs: whoever asks, or got no answer, writes down until when nobody else asks.
 * What a tab that is gone has left expires by itself.
 */
export function createRefreshPauses(storage: Storage, now: () => number) {
  let online = Number.NEGATIVE_INFINITY
  /** When this tab wrote down one of its own. */
  let own = Number.NaN

  const stored = (): Pause | null => {
    try {
      const pause: Partial<Pause> | null = JSON.parse(storage.read(KEY) ?? 'null')
      // Of another outage, or from before the clock was set back.
      return !isPause(pause) || pause.since > now() || now() > pause.until + RETRY_MAX ? null : pause
    } catch {
      return null
    }
  }
  return {
    failures: () => stored()?.failures ?? 0,
    /** What is left of it; null when this tab may ask. `held`: the tab has the lock, so whoever asked is gone. */
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
