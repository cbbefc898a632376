import type { IngestionError } from '../../src/services/contract/documents.ts'

const reasons = {
  invalid_address: ['This is no address of a web page.', 'Enter it as the browser shows it.'],
  not_http: ['Only addresses that begin with http:// or https:// are read.', 'Check the address.'],
  credentials: [
    'This address holds a user name or a password.',
    'Use an address that can be read without logging in.',
  ],
  port_not_allowed: ['This address names a port that is not read.', 'Use an address without a port.'],
  private_address: [
    'This address belongs to a private or reserved network, which is not read.',
    'Use a public address, or ask your operator to allow this network.',
  ],
  unresolvable: ['No server was found under this name.', 'Check the address for slips of the pen.'],
  unreachable: ['The server did not answer.', 'Open the address in a browser, and try again later.'],
  bad_certificate: [
    'The certificate of this site is not valid.',
    'Ask whoever runs the site to renew its certificate.',
  ],
  bad_response: ['The server sent what cannot be read.', 'Open the address in a browser and check it.'],
  too_many_redirects: ['This address redirects too often.', 'Use the address that the browser ends at.'],
  too_large: ['This page is larger than what is read.', 'Add a smaller part of it as a file.'],
  too_slow: ['The server took too long.', 'Try again later.'],
  http_status: [
    'The server refused this page.',
    'Open the address in a private window of a browser and check that it can be read.',
  ],
  unsupported_type: ['What lies at this address cannot be read.', 'Use the address of a page or a document.'],
} as const

export type FetchCode = keyof typeof reasons

type Answer = { status?: number; retryAfter?: number | null }

/** An address that cannot be read, for a reason that whoever entered it can act on. */
export class FetchFailure extends Error {
  readonly reason: IngestionError & { code: FetchCode }
  /** Of an answer that refused, else null. */
  readonly status: number | null
  /** ms after which the server wants to be asked again, where it says so. */
  readonly retryAfter: number | null
  constructor(reason: IngestionError & { code: FetchCode }, { status, retryAfter }: Answer = {}) {
    super(reason.message)
    this.name = 'FetchFailure'
    this.reason = reason
    this.status = status ?? null
    this.retryAfter = retryAfter ?? null
  }
}

/** The failure of that code in its fixed words; `message` replaces the first sentence. */
export const fetchFailure = (code: FetchCode, message?: string, answer?: Answer) => {
  const [standard, hint] = reasons[code]
  return new FetchFailure({ code, message: message ?? standard, hint }, answer)
}

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
