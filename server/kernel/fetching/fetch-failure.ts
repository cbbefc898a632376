import type { Part } from '../../../src/services/contract/coded-text.ts'
import type { IngestionError } from '../../../src/services/contract/documents.ts'
import { reasonOf, saidIn } from '../texts/reasons.ts'

/** The codes in server/kernel/texts/english/failures.ts about an address or a service. */
type FetchCode =
  | 'invalid_address'
  | 'not_http'
  | 'credentials'
  | 'port_not_allowed'
  | 'private_address'
  | 'not_encrypted'
  | 'unresolvable'
  | 'unreachable'
  | 'bad_certificate'
  | 'bad_response'
  | 'too_many_redirects'
  | 'page_too_large'
  | 'too_slow'
  | 'http_status'
  | 'unsupported_content'
  | 'token_refused'
  | 'item_not_found'
  | 'service_busy'
  | 'service_away'
  | 'service_redirects'
  | 'changed_shape'
  | 'too_many_items'
  | 'secrets_lost'
  | 'no_server_name'
  | 'password_refused'
  | 'mailbox_missing'
  | 'checked_by_other'

/** They say nothing about what is at an address, only that it cannot be read now. */
const PASSING: ReadonlySet<FetchCode> = new Set([
  'unresolvable',
  'unreachable',
  'bad_response',
  'too_slow',
  'service_away',
])
const PASSING_STATUS = new Set([408, 425, 429])

type Answer = { status?: number; retryAfter?: number | null; field?: string; isOfOne?: boolean }

/** An address that cannot be read, for a reason that the person who entered it can act on. */
export class FetchFailure extends Error {
  readonly reason: IngestionError & { code: FetchCode }
  /** Status of the response that refused; otherwise null. */
  readonly status: number | null
  /** ms until the server wants to be asked again, if it says so. */
  readonly retryAfter: number | null
  /** The faulty field, unless it is the address or the secret. */
  readonly field: string | null
  /** Whether only one recipient is refused: the access itself is fine. */
  readonly isOfOne: boolean
  constructor(
    reason: IngestionError & { code: FetchCode },
    { status, retryAfter, field, isOfOne = false }: Answer = {},
  ) {
    super(reason.message)
    this.name = 'FetchFailure'
    this.reason = reason
    this.status = status ?? null
    this.retryAfter = retryAfter ?? null
    this.field = field ?? null
    this.isOfOne = isOfOne
  }

  /** Whether the same request may succeed later, without a change to what is there. */
  get isPassing(): boolean {
    if (this.status === null) return PASSING.has(this.reason.code)
    return this.status >= 500 || PASSING_STATUS.has(this.status)
  }

  /** The reason, without the remedy. */
  get said(): Part {
    return saidIn(this.reason).reason
  }
}

/** The failure with that code. */
export const fetchFailure = (code: FetchCode, answer: Answer = {}) => new FetchFailure(reasonOf(code), answer)

/** A server that responded with a status other than success. */
export const statusFailure = (answer: Answer & { status: number }) =>
  new FetchFailure(reasonOf('http_status', { status: answer.status }), answer)

const TOO_SLOW = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
])
const BAD_RESPONSE =
  /^(?:HPE_|Z_|ERR_BROTLI|ERR__ERROR|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_|UND_ERR_INVALID_ARG)/
const BAD_CERTIFICATE = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

/** Describes a connection or decoder error to the person who entered the address. */
export const failureOf = (error: unknown): FetchFailure => {
  if (error instanceof FetchFailure) return error
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || TOO_SLOW.has(code)) return fetchFailure('too_slow')
  if (BAD_RESPONSE.test(code)) return fetchFailure('bad_response')
  if (BAD_CERTIFICATE.test(code)) return fetchFailure('bad_certificate')
  return fetchFailure('unreachable')
}

const RETRY_AFTER_MAX = 24 * 60 * 60 * 1000 // ms

/** The wait that a `Retry-After` asks for, in ms; null if it is unreadable. */
export const retryAfterOf = (header: string | null) => {
  if (header === null) return null
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), RETRY_AFTER_MAX)
}
