import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import { FetchFailure } from '../fetching/fetch-failure.ts'

/**
 * `unreachable`: nothing was answered; `refused`: the provider said no, with its code of RFC 6749; `invalid`: what
 * it answered fails a check.
 */
export class ProviderFailure extends Error {
  readonly kind: 'unreachable' | 'refused' | 'invalid'
  /** The provider's own code, as `invalid_grant`. */
  readonly code: string
  constructor(kind: ProviderFailure['kind'], message: string, code = '') {
    super(message)
    this.name = 'ProviderFailure'
    this.kind = kind
    this.code = code
  }
}

export const invalidProvider = (message: string) => new ProviderFailure('invalid', message)

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : []

const CHECKS: Readonly<Record<string, string>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'The provider answered with an unexpected status.',
  OAUTH_RESPONSE_IS_NOT_JSON: 'The provider did not answer with JSON.',
  OAUTH_PARSE_ERROR: 'The provider did not answer with JSON.',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'An address of the provider does not begin with https://.',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED:
    'The provider calls itself by another issuer. Enter the issuer exactly as the provider states it.',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'A token of the provider has expired, or one of the two clocks is wrong.',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'A token of the provider was issued for something else.',
  OAUTH_KEY_SELECTION_FAILED: 'The provider has no key that fits its token.',
  OAUTH_MISSING_SERVER_METADATA: 'The provider does not say where its endpoints are.',
}

/** What an error of openid-client or of the connection says. */
export function providerFailureOf(error: unknown): ProviderFailure {
  const causes = causesOf(error)
  const own = causes.find((one) => one instanceof ProviderFailure)
  if (own) return own
  const fetching = causes.find((one) => one instanceof FetchFailure)
  if (fetching) {
    const { code, message } = fetching.reason
    return new ProviderFailure(code === 'too_large' ? 'invalid' : 'unreachable', message)
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return new ProviderFailure('refused', `The provider refused: ${error.error}.`, error.error)
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderFailure('refused', 'The provider refused the client.', 'invalid_client')
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  if (code === 'OAUTH_TIMEOUT') return new ProviderFailure('unreachable', 'The provider took too long.')
  return invalidProvider(CHECKS[code] ?? 'The provider answered with something that cannot be read.')
}
