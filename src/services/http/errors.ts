import * as z from 'zod/mini'
import { detailOf, localized } from '../../texts/localized.ts'
import { t } from '../../texts/t.ts'
import { ApiError, RateLimit } from '../contract/common.ts'
import type { Answer } from './answer.ts'

/** For backends that list errors, such as FastAPI. */
const Reasons = z.pipe(
  z.array(z.object({ msg: z.string() })),
  z.transform((reasons) => reasons.map(({ msg }) => msg).join(' ')),
)

/** Any refusal, as plain `{"detail": …}`; a value that is not text is not for people. */
export const Refusal = z.object({
  detail: z.catch(z.nullable(z.union([ApiError.shape.detail, Reasons])), null),
  code: z.catch(z.nullable(ApiError.shape.code), null),
  values: z.catch(ApiError.shape.values, undefined),
  fields: z.catch(ApiError.shape.fields, undefined),
  reasons: z.catch(ApiError.shape.reasons, undefined),
})
export type Refusal = z.infer<typeof Refusal>

/** The visible part of a 429's body (S3.9). */
const RateLimited = z.object({
  retry_message: z.catch(z.nullable(RateLimit.shape.retry_message), null),
  suggestions: z.catch(RateLimit.shape.suggestions, []),
})

export { MalformedAnswerError, NetworkError, SessionEndedError, TimeoutError } from './lost.ts'

/** Default bodies of frameworks: the name of the status, which tells people nothing. */
const STATUS_NAME =
  /^(bad request|unauthorized|forbidden|not found|method not allowed|unprocessable \w+|too many requests|internal server error|not implemented|bad gateway|service unavailable|gateway timeout)\.?$/i

/** A refusal's text for people; null if it has none. */
function detailIn({ detail = null, code = null, values }: Partial<Refusal>) {
  if (detail === null) return null
  if (code === null) return STATUS_NAME.test(detail) ? null : detail
  return detailOf({ detail, code, values })
}

/** The error of each field. */
const fieldsIn = ({ fields = {}, reasons = {} }: Partial<Refusal>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, english]) => {
      const reason = reasons[name]
      return [name, reason ? localized(reason, english) : english]
    }),
  )

/** The server refused; `detail` is for people, `fields` are shown beside the fields that they name. */
export class HttpError extends Error {
  override readonly name: string = 'HttpError'
  readonly status: number
  readonly detail: string | null
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  /** The subject of a 404, such as `member`. */
  readonly missing: unknown
  /** Retry delay in seconds that the server requests; null without one. */
  readonly retryAfter: number | null

  constructor({ status, body, retryAfter }: Answer) {
    const refusal: Partial<Refusal> = z.safeParse(Refusal, body).data ?? {}
    const detail = detailIn(refusal)
    super(detail ?? t('HTTP error! status: {status}', { status }))
    this.status = status
    this.detail = detail
    this.code = refusal.code ?? `http_${status}`
    this.fields = fieldsIn(refusal)
    this.missing = refusal.values?.what
    this.retryAfter = retryAfter
  }
}

/** D10: the delay shown if the server gives none, and the longest one shown, in seconds. */
const DEFAULT_WAIT = 60

/** S8.1, S8.2: a 429. `message` is the text of the clause; suggestions follow a second later. */
export class RateLimitedError extends HttpError {
  override readonly name = 'RateLimitedError'
  override readonly message: string
  override readonly detail: string
  readonly suggestions: readonly string[]

  constructor(answer: Answer) {
    super(answer)
    const refused: Partial<Refusal> = z.safeParse(Refusal, answer.body).data ?? {}
    const { retry_message = null, suggestions = [] } = z.safeParse(RateLimited, answer.body).data ?? {}
    // The suggestion beside one of our codes is one sentence from the catalogue.
    const isOurs = refused.code === 'rate_limited'
    this.suggestions = isOurs
      ? suggestions.map((text) => localized({ code: 'rate_hint' }, text))
      : suggestions
    this.message =
      retry_message === null
        ? t('Rate limited. Please wait {seconds} seconds before trying again.', {
            seconds: answer.retryAfter ?? DEFAULT_WAIT,
          })
        : t('Rate limit exceeded. {retry_message}', {
            retry_message: isOurs
              ? localized({ code: 'rate_wait', values: refused.values }, retry_message)
              : retry_message,
          })
    this.detail = detailIn(refused) ?? this.message
  }
}

const UNKNOWN_CALL: readonly number[] = [404, 405, 501]

/** The server knows the thing that an address names, but it lacks a part of it. */
export class NotOfferedError extends Error {
  override readonly name = 'NotOfferedError'
  readonly status = 501
}

/** A 404 without a code is not ours: the call itself is unknown, which says nothing about its subject. */
export const isForeignNotFound = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 404 && error.code === 'http_404'

/**
 * Accepts that something is gone already, removed elsewhere or with what it belonged to. A 404 about the organization
 * is not accepted: it means the caller, who is no longer a member.
 */
export function unlessGone(error: unknown): void {
  const isGone = error instanceof HttpError && error.code === 'not_found' && error.missing !== 'organization'
  if (!isGone) throw error
}

/** The server may lack the call: only those of S7 are guaranteed. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof HttpError && UNKNOWN_CALL.includes(error.status)
