import { type InSystem, sendToActor } from '../../machines/system.ts'
import type { Answer, Send } from './answer.ts'
import { RateLimitedError } from './errors.ts'
import { pause, type Wait } from './pause.ts'
import { mayRepeat } from './repeated.ts'

/** S8.3. */
export const RATE_LIMIT_TRIES = 5
export const RATE_LIMIT_BASE = 2000
export const RATE_LIMIT_FACTOR = 1.5
export const RATE_LIMIT_MAX = 60_000
/** A write is awaited behind a form that cannot be left (S2.42): all its waits together, in ms. */
export const WRITE_PATIENCE = 20_000

export interface RateLimitedOptions {
  /** S8.1, S8.2: receives every 429, including those that are retried; none if omitted. */
  readonly scope?: InSystem
  readonly wait?: Wait
}

/** Ms before the try after `tries` of them; null if the server requests more than we wait. */
function waitAfter(tries: number, { retryAfter }: Answer): number | null {
  const backoff = Math.min(RATE_LIMIT_BASE * RATE_LIMIT_FACTOR ** (tries - 1), RATE_LIMIT_MAX)
  const asked = (retryAfter ?? 0) * 1000
  return asked > RATE_LIMIT_MAX ? null : Math.max(backoff, asked)
}

/** S8.1 to S8.3: slows down when the server says so. Throws the last 429. */
export function rateLimited(send: Send, { scope, wait = pause }: RateLimitedOptions): Send {
  return async (call) => {
    let rest = call.method === 'GET' ? Number.POSITIVE_INFINITY : WRITE_PATIENCE
    for (let tries = 1; ; tries += 1) {
      const answer = await send(call)
      if (answer.status !== 429) return answer
      const error = new RateLimitedError(answer)
      const { message, suggestions } = error
      if (scope) sendToActor(scope, 'toasts', { type: 'rate.limited', message, suggestions })
      const ms = waitAfter(tries, answer)
      if (tries === RATE_LIMIT_TRIES || ms === null || ms > rest || !mayRepeat(call)) throw error
      rest -= ms
      await wait(ms, call.signal)
    }
  }
}
