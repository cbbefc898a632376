import { type $Fetch, ofetch } from 'ofetch'
import { type Answer, answerOf, type Call, type Send } from './answer.ts'
import { HTTP_TIMEOUT, NetworkError, TimeoutError } from './lost.ts'
import { stallTimer } from './stall-timer.ts'

export interface TransportOptions {
  /** Precedes every path; '' is this origin. */
  readonly base: string
  readonly timeout?: number
  /** Local time in ms. */
  readonly now?: () => number
}

/**
 * Sends with fetch; ofetch's own timer stops at the headers, and is off with a signal. Throws NetworkError,
 * TimeoutError, or the reason of the caller's signal. A file may take longer, while some of it arrives.
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
  })
  return async ({ method, path, headers, body, signal, asFile = false }: Call): Promise<Answer> => {
    signal?.throwIfAborted()
    const stall = asFile ? stallTimer(timeout) : null
    const deadline = stall?.signal ?? AbortSignal.timeout(timeout)
    try {
      // Not with `baseURL`, which leaves a path unchanged if it begins like the base.
      const response = await client.raw<string, 'text' | 'stream'>(base + path, {
        method,
        headers,
        responseType: asFile ? 'stream' : 'text',
        ...(body !== undefined && { body: body as Record<string, unknown> }),
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      })
      const { status, _data: data } = response
      const answer = (text: string) => answerOf(status, text, (name) => response.headers.get(name), now())
      if (!data || typeof data === 'string') return answer(data || '')
      const parts = data.pipeThrough(
        new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
          transform(part, queue) {
            stall?.moved(timeout)
            queue.enqueue(part)
          },
        }),
      )
      const file = await new Response(parts, response).blob()
      return { ...answer(status < 400 ? '' : await file.text()), file }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (deadline.aborted) throw new TimeoutError(`no answer within ${timeout} ms`)
      throw new NetworkError('the server was not reached', { cause: error })
    } finally {
      stall?.ended()
    }
  }
}
