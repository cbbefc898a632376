import { Text } from '@chakra-ui/react'
import type { Plan, Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { formatMoment } from '../parts/format.ts'
import { Rich } from '../parts/rich.tsx'

export const ONLY_OWNERS = t('Only owners can change the plan.')

export const planName = (plans: readonly Plan[], id: string) =>
  plans.find((plan) => plan.id === id)?.name ?? id

/** The consequence of leaving a plan whose paid period is over. */
export const endsAtOnce = (plan: string) =>
  t(
    '{plan} ends right away, and your organization is on Free. Your data stays; older entries of the audit log stay for another month.',
    { plan },
  )

/** The subscription's state in one or two sentences. */
export function StandingLine({
  plans,
  subscription: { plan_id, status, period_end, next, interval, renewal },
}: {
  plans: readonly Plan[]
  subscription: Subscription
}) {
  const end = period_end === null ? '' : formatMoment(period_end)
  const plan = planName(plans, plan_id)
  if (status === 'free')
    return (
      <Standing
        text={t('Your organization is on <0>{plan}</0>. It is free and does not expire.', { plan })}
      />
    )
  if (status === 'trial')
    return (
      <Standing
        text={t(
          'Your organization is trying <0>{plan}</0> until {end}. After that it moves to Free, unless an owner chooses a plan.',
          { plan, end },
        )}
      />
    )
  if (period_end === null) return <Standing text={t('Your organization is on <0>{plan}</0>.', { plan })} />
  return (
    <Standing
      text={t(
        'Your organization is on <0>{plan}</0>, paid {interval, select, year {yearly} other {monthly}} until {end}. {afterwards}',
        { plan, interval, end, afterwards: afterwards(plans, { plan_id, next, renewal }, end) },
      )}
    />
  )
}

const Standing = ({ text }: { text: string }) => (
  <Text>
    <Rich text={text} parts={[<b />]} />
  </Text>
)

function afterwards(
  plans: readonly Plan[],
  { plan_id, next, renewal }: Pick<Subscription, 'plan_id' | 'next' | 'renewal'>,
  end: string,
) {
  if (next === null && renewal?.state === 'renewing') return t('It renews automatically.')
  if (next === null && renewal?.state === 'past_due') return t('The renewal is not paid yet.')
  if (next === null)
    return t(
      'The plan does not renew automatically. You can pay for the next period in the last two weeks of this one.',
    )
  const name = planName(plans, next.plan_id)
  if (next.paid) return t('{name} is paid for from {end}.', { name, end })
  if (renewal?.state === 'past_due')
    return t('The renewal is not paid yet. Your planned change comes with it.')
  const { seats = 0 } = next
  if (next.plan_id === plan_id)
    return t(
      'On {end} it changes to {seats, plural, =0 {no additional seats} one {# additional seat} other {# additional seats}}, paid {interval, select, year {yearly} other {monthly}}.',
      { end, seats, interval: next.interval },
    )
  if (seats > 0)
    return t(
      'The plan changes to {name} with {seats, plural, one {# additional seat} other {# additional seats}} on {end}.',
      { name, seats, end },
    )
  return t('The plan changes to {name} on {end}.', { name, end })
}
