import { isBrandColor } from '../contract/brand-color.ts'
import type { SharePage } from '../contract/share.ts'
import { HTTP_TIMEOUT } from '../http/lost.ts'

/** Where a browser stores the token of the visitor to a public page. */
export const visitorKey = (id: string) => `visitor:${id}`

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
 * The contract of the one answer that the page is drawn from, checked by hand: the code that checks the
 * others is loaded with the first question. tests/services/share-page.test.ts compares it with the contract.
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
  budget: has<SharePage['budget']>({ limit: isCount, left: isCount, resets_at: isText, resets_in: isCount }),
  powered_by: oneOf(true, false),
  handover: oneOf(true, false),
})

/** null: the client has to ask, since it knows what a refusal means, how long to wait and when to retry. */
export async function readSharePage(
  path: string,
  visitorToken: string | null,
  signal: AbortSignal,
): Promise<SharePage | null> {
  const headers = {
    accept: 'application/json',
    ...(visitorToken !== null && { 'x-visitor-token': visitorToken }),
  }
  const ended = AbortSignal.any([signal, AbortSignal.timeout(HTTP_TIMEOUT)])
  try {
    const response = await fetch(path, { headers, signal: ended })
    const body: unknown = response.ok ? await response.json() : null
    return isSharePage(body) ? body : null
  } catch {
    signal.throwIfAborted()
    return null
  }
}
