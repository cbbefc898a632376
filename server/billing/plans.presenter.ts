import type { Plan } from '../../src/services/contract/billing.ts'
import type { CodedText } from '../../src/services/contract/coded-text.ts'
import { say, written } from '../kernel/texts/say.ts'
import { MONTHS_PAID_A_YEAR, type PlanRow } from './plans.ts'
import { roomOf } from './room.ts'

const YEAR = 365 // days

/** A plan's features, line by line. */
const featuresOf = ({ limits, seats, allows, auditDays }: PlanRow): CodedText[] => {
  const { members, integrations, documents, storage_bytes, messages_month } = limits
  const audit =
    auditDays < YEAR
      ? say('plan.audit_days', { days: auditDays })
      : say('plan.audit_years', { years: auditDays / YEAR })
  if (
    members === null ||
    integrations === null ||
    documents === null ||
    storage_bytes === null ||
    messages_month === null
  )
    return [say('plan.unlimited'), audit, say('plan.agreement'), say('plan.invoices')]
  return [
    say('plan.members', { max: members }),
    ...(seats ? [say('plan.seats', { price: seats.price / 100, max: members + seats.max })] : []),
    say('plan.integrations', { max: integrations }),
    say('plan.documents', { max: documents, storage: String(roomOf('storage_bytes', storage_bytes)) }),
    say('plan.questions', { max: messages_month }),
    audit,
    ...allows.map((feature) => say(`plan.${feature}`)),
  ]
}

export const presentPlan =
  (salesEmail: string) =>
  (plan: PlanRow): Plan => {
    const { id, name, price, seats } = plan
    const features = featuresOf(plan)
    const description: CodedText = { code: `plan.${id}` }
    return {
      id,
      name,
      description: written(description),
      price: price === null ? 'Custom' : price / 100,
      price_yearly: price === null ? null : (price * MONTHS_PAID_A_YEAR) / 100,
      is_contact_only: price === null,
      contact_email: price === null ? salesEmail : null,
      members: plan.limits.members,
      seat_price: seats && seats.price / 100,
      seats_max: seats?.max ?? 0,
      features: features.map((feature) => written(feature)),
      said: { description, features },
    }
  }
