import { Text } from '@chakra-ui/react'
import type { Plan, Subscription } from '../../services/contract/billing.ts'
import { formatDate } from '../parts/format.ts'

const nameOf = (plans: readonly Plan[], id: string) => plans.find((plan) => plan.id === id)?.name ?? id

/** Where the person stands, in one or two sentences. */
export function StandingLine({
  plans,
  subscription: { plan_id, status, period_end, next, interval },
}: {
  plans: readonly Plan[]
  subscription: Subscription
}) {
  const end = period_end === null ? '' : formatDate(period_end)
  const plan = <b>{nameOf(plans, plan_id)}</b>
  if (status === 'free') return <Text>You are on {plan}. It costs nothing and does not end.</Text>
  if (status === 'trial')
    return (
      <Text>
        You are trying {plan} until {end}. After that you are on Free, unless you choose a plan.
      </Text>
    )
  if (period_end === null) return <Text>You are on {plan}.</Text>
  return (
    <Text>
      You are on {plan}, paid by the {interval} until {end}. {afterwards(plans, next, end)}
    </Text>
  )
}

function afterwards(plans: readonly Plan[], next: Subscription['next'], end: string) {
  if (next === null)
    return 'Nothing is charged by itself: you can pay for the next period in its last two weeks.'
  const name = nameOf(plans, next.plan_id)
  if (next.paid) return `${name} is paid for from ${end}.`
  return `Your plan changes to ${name} on ${end}.`
}
