import type { Answer, Call, Send } from './answer.ts'
import { NetworkError, TimeoutError } from './lost.ts'
import { pause, type Wait } from './pause.ts'

/** S9.4: retries of a read and of a write. */
const READ_RETRIES = 2
const WRITE_RETRIES = 1
/** Ms before the second try; doubles each time. */
const FIRST_WAIT = 1000

/** A write is retried only if the server can recognize it (D9). */
export const mayRepeat = ({ method, headers }: Call) => method === 'GET' || 'idempotency-key' in headers

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
