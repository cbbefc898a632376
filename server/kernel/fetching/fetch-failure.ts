import type { IngestionError } from '../../../src/services/contract/documents.ts'
import type { Part } from '../../../src/services/contract/said.ts'
import { reasonOf, saidIn } from '../texts/reason.ts'

/** The codes of server/kernel/texts/english/failures.ts that are about an address or a service. */
export type FetchCode =
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

type Answer = { status?: number; retryAfter?: number | null; field?: string }

/** An address that cannot be read, for a reason that whoever entered it can act on. */
export class FetchFailure extends Error {
  readonly reason: IngestionError & { code: FetchCode }
  /** Of an answer that refused, else null. */
  readonly status: number | null
  /** ms after which the server wants to be asked again, where it says so. */
  readonly retryAfter: number | null
  /** Which of what was entered is wrong, where it is neither the address nor the secret. */
  readonly field: string | null
  constructor(reason: IngestionError & { code: FetchCode }, { status, retryAfter, field }: Answer = {}) {
    super(reason.message)
    this.name = 'FetchFailure'
    this.reason = reason
    this.status = status ?? null
    this.retryAfter = retryAfter ?? null
    this.field = field ?? null
  }

  /** Why, without the way out. */
  get said(): Part {
    return saidIn(this.reason).reason
  }
}

/** The failure of that code. */
export const fetchFailure = (code: FetchCode, answer: Answer = {}) => new FetchFailure(reasonOf(code), answer)

/** A server that answered with a status that is no page. */
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

/** What an error of the connection or of a decoder says to whoever entered the address. */
export const failureOf = (error: unknown): FetchFailure => {
  if (error instanceof FetchFailure) return error
  const { code = '', name = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || TOO_SLOW.has(code)) return fetchFailure('too_slow')
  if (BAD_RESPONSE.test(code)) return fetchFailure('bad_response')
  if (BAD_CERTIFICATE.test(code)) return fetchFailure('bad_certificate')
  return fetchFailure('unreachable')
}
