import { type InSystem, sendToActor } from '../../machines/system.ts'
import type { Answer, Call, Send } from './answer.ts'
import { RateLimitedError } from './errors.ts'
import { NetworkError, TimeoutError } from './lost.ts'

export type Wait = (ms: number, signal: AbortSignal | undefined) => Promise<void>

/** Rejects with the signal's reason if it is aborted first. */
export const pause: Wait = (ms, signal) =>
  new Promise<void>((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal?.addEventListener('abort', abort, { once: true })
  })

/** S9.4: retries of a read and of a write. */
const READ_RETRIES = 2
const WRITE_RETRIES = 1
/** Ms before the second try; doubles each time. */
const FIRST_WAIT = 1000

/** A write is retried only if the server can recognize it (D9). */
const mayRepeat = ({ method, headers }: Call) => method === 'GET' || 'idempotency-key' in headers

const retriesOf = (call: Call) => (call.method === 'GET' ? READ_RETRIES : mayRepeat(call) ? WRITE_RETRIES : 0)

/** A refusal remains one, however often it is requested. */
const mayHelp = (outcome: Answer | { error: unknown }) =>
  'error' in outcome
    ? outcome.error instanceof NetworkError || outcome.error instanceof TimeoutError
    : outcome.status >= 500

/** S9.4: the only place where a request without an answer is retried, for all callers. */
export function repeated(send: Send, { wait = pause }: { wait?: Wait }): Send {
  return async (call) => {
    for (let tries = 0; ; tries += 1) {
      const outcome = await send(call).catch((error: unknown) => ({ error }))
      if (tries < retriesOf(call) && mayHelp(outcome)) await wait(FIRST_WAIT * 2 ** tries, call.signal)
      else if ('error' in outcome) throw outcome.error
      else return outcome
    }
  }
}

/** S8.3. */
const RATE_LIMIT_TRIES = 5
const RATE_LIMIT_BASE = 2000
const RATE_LIMIT_FACTOR = 1.5
const RATE_LIMIT_MAX = 60_000
/** A write is awaited behind a form that cannot be left (S2.42): all its waits together, in ms. */
const WRITE_PATIENCE = 20_000

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
