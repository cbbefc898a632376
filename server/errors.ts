import type { ApiError } from '../src/services/contract/common.ts'

/** A refusal that the client may read: `{detail, code, fields?}`, and what belongs to it. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  readonly body: ApiError
  readonly headers: Record<string, string>

  constructor(status: number, body: ApiError, headers: Record<string, string> = {}) {
    super(body.detail)
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export const unauthorized = (detail = 'Please log in.', code = 'unauthorized') =>
  new Refusal(401, { detail, code })

export const forbidden = (detail = 'Your role does not allow this.') =>
  new Refusal(403, { detail, code: 'forbidden' })

/** Also for what exists and is not the caller's: both read the same. `what` begins the sentence. */
export const notFound = (what = 'Page') =>
  new Refusal(404, { detail: `${what} not found.`, code: 'not_found' })

export const conflict = (code: string, detail: string, fields?: Record<string, string>) =>
  new Refusal(409, { detail, code, ...(fields && { fields }) })

export const payloadTooLarge = (detail = 'That is too large.') =>
  new Refusal(413, { detail, code: 'too_large' })

export const unsupportedType = (detail: string) => new Refusal(415, { detail, code: 'unsupported_type' })

export const invalid = (fields: Record<string, string>, detail = 'Please check what you entered.') =>
  new Refusal(422, { detail, code: 'invalid', fields })

/** The body of S3.9 beside our own; `seconds` until it is worth another try. */
export function tooManyRequests(seconds: number): Refusal {
  const wait = `Please wait ${seconds} seconds before trying again.`
  const body = {
    detail: `Too many requests. ${wait}`,
    code: 'rate_limited',
    error: 'Too many requests',
    message: `Too many requests. ${wait}`,
    retry_after: seconds,
    retry_message: wait,
    suggestions: ['Wait a moment before you try again.'],
  }
  return new Refusal(429, body, { 'retry-after': String(seconds) })
}

export const unavailable = (detail: string) => new Refusal(503, { detail, code: 'unavailable' })
