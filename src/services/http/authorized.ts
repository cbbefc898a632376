import { waitFor } from 'xstate'
import type { SessionSnapshot } from '../../machines/accounts/session/session.machine.ts'
import { lookUp } from '../../machines/look-up.ts'
import type { InSystem } from '../../machines/system.ts'
import type { Call, Send } from './answer.ts'
import { SessionEndedError, TimeoutError } from './errors.ts'
import { type RateLimitedOptions, rateLimited } from './repeated.ts'

export interface AuthorizedOptions extends RateLimitedOptions {
  /** An actor of the system that has the session. */
  readonly scope: InSystem
  /** Longest wait in the queue behind a refresh, in ms. */
  readonly patience?: number
  /** Local time in ms, by the session's clock. */
  readonly now?: () => number
}

const PATIENCE = 60_000
/** A tick is sent before a request if the last one is older, in ms: a laptop may have slept since. */
const TICK_AGE = 1000

/**
 * S4.9, S4.10, S7.30: sends with the session's token; a 401 causes one refresh and one retry. A call belongs to the session
 * that it began in: one that waits out a 429 is not sent as the next person.
 */
export function authorized(send: Send, options: AuthorizedOptions): Send {
  const { scope, patience = PATIENCE, now = Date.now } = options
  const session = () => {
    const found = lookUp(scope, 'session')
    if (!found) throw new Error('no session runs in this system')
    return found
  }
  const epoch = () => session().getSnapshot().context.epoch
  /** The queue behind a refresh: the callers that wait here for a pair newer than `older`. */
  async function token(older: number, mine: number, signal: AbortSignal | undefined) {
    const isReady = (snapshot: SessionSnapshot) =>
      snapshot.context.epoch !== mine ||
      (snapshot.hasTag('settled') && (!snapshot.context.tokens || snapshot.context.generation > older))
    const { context } = await waitFor(session(), isReady, {
      timeout: patience,
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      if (signal?.aborted) throw signal.reason
      throw new TimeoutError('the session was not renewed in time', { cause: error })
    })
    if (context.epoch !== mine || !context.tokens) throw new SessionEndedError(context.reason)
    return { access: context.tokens.access, generation: context.generation }
  }

  async function attempt(call: Call, older: number, mine: number) {
    const { access, generation } = await token(older, mine, call.signal)
    const answer = await send({
      ...call,
      headers: { ...call.headers, authorization: `Bearer ${access}` },
    })
    if (epoch() !== mine) throw new SessionEndedError(session().getSnapshot().context.reason)
    if (answer.date !== undefined) session().send({ type: 'clock.measured', offset: now() - answer.date })
    return { answer, generation }
  }

  async function authorize(call: Call, mine: number) {
    if (now() - session().getSnapshot().context.now > TICK_AGE)
      session().send({ type: 'clock.tick', now: now() })
    const first = await attempt(call, -1, mine)
    if (first.answer.status !== 401) return first.answer
    session().send({ type: 'http.unauthorized', generation: first.generation })
    const second = await attempt(call, first.generation, mine)
    if (second.answer.status !== 401) return second.answer
    session().send({ type: 'http.unauthorizedAgain', generation: second.generation })
    throw new SessionEndedError('expired')
  }

  return async (call) => {
    const mine = epoch()
    return rateLimited((again) => authorize(again, mine), options)(call)
  }
}
