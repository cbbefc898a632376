import { fromServer } from '../texts/from-server.ts'
import { t } from '../texts/t.ts'
import { isBrandColor } from './contract/brand-color.ts'
import type { SharePage } from './contract/share.ts'
import { answerOf, type Call, HTTP_TIMEOUT } from './http/answer.ts'
import { MalformedAnswerError, NetworkError, TimeoutError } from './http/lost.ts'
import { repeated } from './http/repeated.ts'

const TOO_MANY = 429

const isText = (value: unknown) => typeof value === 'string'
const isCount = (value: unknown) => Number.isInteger(value)
const oneOf =
  (...allowed: readonly unknown[]) =>
  (value: unknown) =>
    allowed.includes(value)

type Checks<Of> = { readonly [Name in keyof Of]-?: (value: unknown) => boolean }

const has =
  <Of>(checks: Checks<Of>) =>
  (value: unknown): value is Of =>
    typeof value === 'object' &&
    value !== null &&
    (Object.entries(checks) as [string, (value: unknown) => boolean][]).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    )

/**
 * The contract of the one answer that the page is drawn of, checked by hand: what checks the others comes with the
 * first question. tests/services/share-page.test.ts holds it against the contract.
 */
export const isSharePage = has<SharePage>({
  id: isText,
  name: isText,
  avatar: isText,
  logo_url: isText,
  color: (value) => typeof value === 'string' && isBrandColor(value),
  welcome_message: isText,
  starter_questions: (value) => Array.isArray(value) && value.every(isText),
  answers: oneOf('quoted', 'written'),
  closed: oneOf(null, 'paused', 'expired', 'over_budget'),
  budget: has<SharePage['budget']>({ limit: isCount, left: isCount, resets_at: isText }),
  powered_by: oneOf(true, false),
})

/** A refusal by its fields, as the machines read it. */
class PageRefusedError extends Error {
  override readonly name = 'PageRefusedError'
  readonly status: number
  readonly detail: unknown

  constructor(status: number, body: unknown) {
    super(t('HTTP error! status: {status}', { status }))
    this.status = status
    const detail = (body as { detail?: unknown } | null | undefined)?.detail
    this.detail = typeof detail === 'string' ? fromServer(detail) : null
  }
}

async function send({ path, headers, signal }: Call) {
  const deadline = AbortSignal.timeout(HTTP_TIMEOUT)
  try {
    const response = await fetch(path, {
      headers,
      signal: AbortSignal.any([...(signal ? [signal] : []), deadline]),
    })
    return answerOf(response.status, await response.text(), (name) => response.headers.get(name), Date.now())
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    if (deadline.aborted) throw new TimeoutError(`no answer within ${HTTP_TIMEOUT} ms`)
    throw new NetworkError('the server was not reached', { cause: error })
  }
}
const get = repeated(send, {})

/** null: too many requests; the client knows how long to wait. */
export async function readSharePage(
  path: string,
  visitorToken: string | null,
  signal: AbortSignal,
): Promise<SharePage | null> {
  const headers = {
    accept: 'application/json',
    ...(visitorToken !== null && { 'x-visitor-token': visitorToken }),
  }
  const { status, body } = await get({ method: 'GET', path, headers, signal })
  if (status === TOO_MANY) return null
  if (status >= 400) throw new PageRefusedError(status, body)
  if (!isSharePage(body)) throw new MalformedAnswerError('the answer does not fit the contract')
  return body
}
