import { type $Fetch, ofetch } from 'ofetch'
import { type Answer, answerOf, type Call, type Send } from './answer.ts'
import { NetworkError, TimeoutError } from './errors.ts'

/** S9.1, in ms: over headers and body. ofetch's own timer stops at the headers and is off beside a signal. */
export const HTTP_TIMEOUT = 30_000

export interface TransportOptions {
  /** Before every path; '' is this origin. */
  readonly base: string
  readonly timeout?: number
  /** Local time in ms. */
  readonly now?: () => number
}

/** Sends with fetch. Throws NetworkError, TimeoutError, or the reason of the caller's own signal. */
export function createFetchTransport(
  { base, timeout = HTTP_TIMEOUT, now = Date.now }: TransportOptions,
  fetch: $Fetch = ofetch,
): Send {
  return async ({ method, path, headers, body, signal }: Call): Promise<Answer> => {
    signal?.throwIfAborted()
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), timeout)
    try {
      const response = await fetch.raw<string, 'text'>(base + path, {
        method,
        headers,
        ...(body !== undefined && { body: body as Record<string, unknown> }),
        responseType: 'text',
        retry: 0,
        ignoreResponseError: true,
        signal: signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal,
      })
      return answerOf(response.status, response._data ?? '', (name) => response.headers.get(name), now())
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (deadline.signal.aborted) throw new TimeoutError(`no answer within ${timeout} ms`)
      throw new NetworkError('the server was not reached', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}
