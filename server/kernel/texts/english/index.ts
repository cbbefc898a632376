import { CHECKOUT_TEXTS, PLAN_TEXTS } from './billing.ts'
import { CONNECTOR_TEXTS } from './connectors.ts'
import { ANSWER_FAILURES, FAILURES, PROVIDER_FAILURES } from './failures.ts'
import { MAILS } from './mails.ts'
import { DEVICE, NOTIFICATIONS } from './notifications.ts'
import { REASONS, REFUSALS } from './refusals.ts'

type OfRefusals = UnionToIntersection<(typeof REFUSALS)[keyof typeof REFUSALS]>
type UnionToIntersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

/** Code → status. */
export const STATUS_OF = Object.fromEntries(
  Object.entries(REFUSALS).flatMap(([status, texts]) =>
    Object.keys(texts).map((code) => [code, Number(status)]),
  ),
) as Readonly<Record<keyof OfRefusals, number>>

/** All server texts for people: code → English, as an ICU message. */
export const ENGLISH = {
  ...(Object.assign({}, ...Object.values(REFUSALS)) as OfRefusals),
  ...REASONS,
  ...FAILURES,
  ...ANSWER_FAILURES,
  ...PROVIDER_FAILURES,
  ...NOTIFICATIONS,
  ...DEVICE,
  ...MAILS,
  ...PLAN_TEXTS,
  ...CONNECTOR_TEXTS,
  ...CHECKOUT_TEXTS,
  // A public page whose owner has written none.
  'public_page.launcher': 'Ask {name}',
  'public_page.description': 'Ask a question, and see where the answer comes from.',
} as const
