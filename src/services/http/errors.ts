import * as z from 'zod/mini'
import { t } from '../../texts/t.ts'
import { RateLimited, Refusal } from '../wire/common.ts'
import type { Answer } from './answer.ts'

export { MalformedAnswerError, NetworkError, SessionEndedError, TimeoutError } from './lost.ts'

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
    super(refusal?.detail ?? t('HTTP error! status: {status}', { status }))
    this.status = status
    this.detail = refusal?.detail ?? null
    this.code = refusal?.code ?? `http_${status}`
    this.fields = refusal?.fields ?? {}
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
    this.suggestions = suggestions
    this.message =
      retry_message === null
        ? t('Rate limited. Please wait {seconds} seconds before trying again.', {
            seconds: answer.retryAfter ?? DEFAULT_WAIT,
          })
        : t('Rate limit exceeded. {retry_message}', { retry_message })
    this.detail = z.safeParse(Refusal, answer.body).data?.detail ?? this.message
  }
}

const UNKNOWN_CALL: readonly number[] = [404, 405, 501]

/** The server may lack the call: only those of S7 are there for certain. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof HttpError && UNKNOWN_CALL.includes(error.status)
