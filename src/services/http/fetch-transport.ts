import { type $Fetch, ofetch } from 'ofetch'
import { type Answer, answerOf, type Call, type Send } from './answer.ts'
import { HTTP_TIMEOUT, NetworkError, TimeoutError } from './lost.ts'

export interface TransportOptions {
  /** Before every path; '' is this origin. */
  readonly base: string
  readonly timeout?: number
  /** Local time in ms. */
  readonly now?: () => number
}

/** Sends with fetch; ofetch's own timer stops at the headers and is off beside a signal. Throws NetworkError, TimeoutError, or the reason of the caller's own signal. */
export function createFetchTransport(
  { base, timeout = HTTP_TIMEOUT, now = Date.now }: TransportOptions,
  fetch: $Fetch = ofetch,
): Send {
  const client = fetch.create({
    // Whether a request is repeated is decided above, for fetch and for uploads alike.
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
      // Not by `baseURL`, which leaves a path as it is that begins as the base does.
      // `onResponse` makes an answer of whatever came.
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
