import type { SharePage } from './contract/share.ts'

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
  color: isText,
  welcome_message: isText,
  starter_questions: (value) => Array.isArray(value) && value.every(isText),
  answers: oneOf('quoted', 'written'),
  closed: oneOf(null, 'paused', 'expired', 'over_budget'),
  budget: has<SharePage['budget']>({ limit: isCount, left: isCount, resets_at: isText }),
})
