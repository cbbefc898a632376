import { type $Fetch, ofetch } from 'ofetch'
import { type Answer, answerOf, type Call, type Send } from './answer.ts'
import { HTTP_TIMEOUT, NetworkError, TimeoutError } from './lost.ts'

export interface TransportOptions {
  /** Precedes every path; '' is this origin. */
  readonly base: string
  readonly timeout?: number
  /** Local time in ms. */
  readonly now?: () => number
}

/**
 * Sends with fetch; ofetch's own timer stops at the headers, and is off with a signal. Throws NetworkError,
 * TimeoutError, or the reason of the caller's signal.
 */
export function createFetchTransport(
  { base, timeout = HTTP_TIMEOUT, now = Date.now }: TransportOptions,
  fetch: $Fetch = ofetch,
): Send {
  const client = fetch.create({
    // Retries are decided above, for fetch and uploads alike.
    retry: false,
    // S9.1: statuses are answers here; see `client.ts`.
    ignoreResponseError: true,
    async onResponse({ response }) {
      const { status, headers, _data: data } = response as typeof response & { _data?: string | Blob }
      const file = data instanceof Blob ? data : undefined
      const text = data instanceof Blob ? (status < 400 ? '' : await data.text()) : (data ?? '')
      response._data = {
        ...answerOf(status, text, (name) => headers.get(name), now()),
        ...(file && { file }),
      }
    },
  })
  return async ({ method, path, headers, body, signal, asFile = false }: Call): Promise<Answer> => {
    signal?.throwIfAborted()
    const deadline = AbortSignal.timeout(timeout)
    try {
      // Not with `baseURL`, which leaves a path unchanged if it begins like the base. `onResponse` turns
      // every response into an answer.
      return (await client<Answer, 'json' | 'blob'>(base + path, {
        method,
        headers,
        ...(asFile ? { responseType: 'blob' as const } : { parseResponse: (text: string) => text }),
        ...(body !== undefined && { body: body as Record<string, unknown> }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })) as Answer
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (deadline.aborted) throw new TimeoutError(`no answer within ${timeout} ms`)
      throw new NetworkError('the server was not reached', { cause: error })
    }
  }
}
