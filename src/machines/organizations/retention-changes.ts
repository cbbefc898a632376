import type { Retention, RetentionRule } from '../../services/contract/retention.ts'

/** The rules on the screen, and those that they were made from. */
export interface RetentionChanges {
  readonly values: Retention
  readonly saved: Retention
}

const keyOf = ({ integration_id, channel }: RetentionRule) => `${integration_id} ${channel}`
const textOf = (rule: RetentionRule) => `${keyOf(rule)} ${rule.days}`

/** Rules that only one of two lists contains. */
const differing = (one: readonly RetentionRule[], other: readonly RetentionRule[]) => {
  const texts = new Set(other.map(textOf))
  return one.filter((rule) => !texts.has(textOf(rule)))
}

/** The stored rules, with those that were changed here as on the screen. */
export function withChanges({ values, saved }: RetentionChanges, stored: Retention): Retention {
  const mine = new Set(
    [...differing(values.rules, saved.rules), ...differing(saved.rules, values.rules)].map(keyOf),
  )
  const shown = new Set(values.rules.map(keyOf))
  const storedRules = new Map(stored.rules.map((rule) => [keyOf(rule), rule]))
  const own = <Name extends keyof Retention>(name: Name) =>
    values[name] === saved[name] ? stored[name] : values[name]
  return {
    default_days: own('default_days'),
    audit_days: own('audit_days'),
    deleted_document_days: own('deleted_document_days'),
    delivery_days: own('delivery_days'),
    rules: [
      ...values.rules.flatMap((rule) =>
        mine.has(keyOf(rule)) ? rule : (storedRules.get(keyOf(rule)) ?? []),
      ),
      ...stored.rules.filter((rule) => !mine.has(keyOf(rule)) && !shown.has(keyOf(rule))),
    ],
  }
}
