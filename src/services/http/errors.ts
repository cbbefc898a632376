import * as z from 'zod/mini'
import { fromServer } from '../../texts/from-server.ts'
import { t } from '../../texts/t.ts'
import { RateLimited, Refusal } from '../wire/common.ts'
import type { Answer } from './answer.ts'

export { MalformedAnswerError, NetworkError, SessionEndedError, TimeoutError } from './lost.ts'

/** What a refusal says to people; null where it says nothing. */
function detailIn(body: unknown) {
  const detail = z.safeParse(Refusal, body).data?.detail ?? null
  return detail === null ? null : fromServer(detail)
}

/** The server answered with a refusal; `detail` is for people, `fields` stand beside the fields that they name. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  readonly detail: string | null
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** Seconds that the server asks to wait; null when it does not say. */
  readonly retryAfter: number | null

  constructor({ status, body, retryAfter }: Answer) {
    const refusal = z.safeParse(Refusal, body).data
    const detail = detailIn(body)
    super(detail ?? t('HTTP error! status: {status}', { status }))
    this.status = status
    this.detail = detail
    this.code = refusal?.code ?? `http_${status}`
    this.fields = Object.fromEntries(
      Object.entries(refusal?.fields ?? {}).map(([name, text]) => [name, fromServer(text)]),
    )
    this.retryAfter = retryAfter
  }
}

/** D10: what is said when the server does not say how long, and the longest that is said, in seconds. */
const DEFAULT_WAIT = 60

/** S8.1, S8.2: a 429. `message` is the text of the clause; suggestions follow a second later. */
export class RateLimitedError extends HttpError {
  override readonly name = 'RateLimitedError'
  override readonly message: string
  override readonly detail: string
  readonly suggestions: readonly string[]

  constructor(answer: Answer) {
    super(answer)
    const { retry_message = null, suggestions = [] } = z.safeParse(RateLimited, answer.body).data ?? {}
    this.suggestions = suggestions.map(fromServer)
    this.message =
      retry_message === null
        ? t('Rate limited. Please wait {seconds} seconds before trying again.', {
            seconds: answer.retryAfter ?? DEFAULT_WAIT,
          })
        : t('Rate limit exceeded. {retry_message}', { retry_message: fromServer(retry_message) })
    this.detail = detailIn(answer.body) ?? this.message
  }
}

const UNKNOWN_CALL: readonly number[] = [404, 405, 501]

/** The server may lack the call: only those of S7 are there for certain. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof HttpError && UNKNOWN_CALL.includes(error.status)
