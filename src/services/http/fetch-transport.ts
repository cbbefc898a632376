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
  const client = fetch.create({
    // Whether a request is repeated is decided above, for fetch and for uploads alike.
    retry: false,
    // S9.1: statuses are answers here; see `client.ts`.
    ignoreResponseError: true,
    parseResponse: (text) => text,
    onResponse({ response }) {
      const { status, headers } = response
      response._data = answerOf(status, response._data ?? '', (name) => headers.get(name), now())
    },
  })
  return async ({ method, path, headers, body, signal }: Call): Promise<Answer> => {
    signal?.throwIfAborted()
    const deadline = AbortSignal.timeout(timeout)
    try {
      // Not by `baseURL`, which leaves a path as it is that begins as the base does.
      return await client<Answer>(base + path, {
        method,
        headers,
        ...(body !== undefined && { body: body as Record<string, unknown> }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (deadline.aborted) throw new TimeoutError(`no answer within ${timeout} ms`)
      throw new NetworkError('the server was not reached', { cause: error })
    }
  }
}
