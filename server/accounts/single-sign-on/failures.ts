import {
  AuthorizationResponseError,
  ClientError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'openid-client'
import type { Part } from '../../../src/services/contract/coded-text.ts'
import type { SignInProblem } from '../../../src/services/contract/single-sign-on.ts'
import { FetchFailure } from '../../kernel/fetching/fetch-failure.ts'
import type { PROVIDER_FAILURES } from '../../kernel/texts/english/failures.ts'
import { written } from '../../kernel/texts/say.ts'

/**
 * `unreachable`: no response; `refused`: the provider refused, with its code of RFC 6749; `invalid`: the
 * response failed a check.
 */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure'
  readonly kind: 'unreachable' | 'refused' | 'invalid'
  readonly said: Part
  /** The provider's own code, such as `invalid_grant`. */
  readonly code: string
  constructor(kind: ProviderFailure['kind'], said: Part, code = '') {
    super(written(said))
    this.kind = kind
    this.said = said
    this.code = code
  }
}

type ProviderCode = Exclude<keyof typeof PROVIDER_FAILURES, 'provider_refused'>

export const invalidProvider = (code: ProviderCode) => new ProviderFailure('invalid', { code })

const causesOf = (error: unknown): unknown[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : []

const CHECKS: Readonly<Record<string, ProviderCode>> = {
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider_status',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider_not_json',
  OAUTH_PARSE_ERROR: 'provider_not_json',
  OAUTH_HTTP_REQUEST_FORBIDDEN: 'provider_address_not_https',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'provider_names_other_issuer',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'provider_token_expired',
  OAUTH_JWT_CLAIM_COMPARISON_FAILED: 'provider_token_other',
  OAUTH_KEY_SELECTION_FAILED: 'provider_no_key',
  OAUTH_MISSING_SERVER_METADATA: 'provider_no_endpoints',
}

/** Interprets an error of openid-client or of the connection. */
export function providerFailureOf(error: unknown): ProviderFailure {
  const causes = causesOf(error)
  const own = causes.find((one) => one instanceof ProviderFailure)
  if (own) return own
  const fetching = causes.find((one) => one instanceof FetchFailure)
  if (fetching) {
    const { reason, said } = fetching
    return new ProviderFailure(reason.code === 'page_too_large' ? 'invalid' : 'unreachable', said)
  }
  if (error instanceof ResponseBodyError || error instanceof AuthorizationResponseError)
    return new ProviderFailure(
      'refused',
      { code: 'provider_refused', values: { error: error.error } },
      error.error,
    )
  if (error instanceof WWWAuthenticateChallengeError)
    return new ProviderFailure('refused', { code: 'provider_refused_client' }, 'invalid_client')
  const code = error instanceof ClientError ? (error.code ?? '') : ''
  if (code === 'OAUTH_TIMEOUT') return new ProviderFailure('unreachable', { code: 'provider_too_slow' })
  return invalidProvider(CHECKS[code] ?? 'provider_unreadable')
}

/** A failed sign-in through a provider, for a reason that the app's page explains. */
export class SignInRefusal extends Error {
  readonly problem: SignInProblem
  constructor(problem: SignInProblem) {
    super(problem)
    this.name = 'SignInRefusal'
    this.problem = problem
  }
}

export const refuse = (problem: SignInProblem): never => {
  throw new SignInRefusal(problem)
}
