import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { isPastDue, seatPrice } from '../../machines/billing/plan-change/plan-change.setup.ts'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { Plan, Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { ButtonLink } from '../parts/link.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { Section } from '../parts/section.tsx'
import { SkeletonLine } from '../parts/states.tsx'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../workspace.ts'
import { formatDollars } from './format.ts'
import { RenewalNote } from './renewal-note.tsx'
import { ONLY_OWNERS, planName, StandingLine } from './standing-line.tsx'

/** The plan whose next period can be paid now; null if there is none. */
const payablePlan = ({ renewable, plan_id, next }: Subscription) => {
  const following = next?.plan_id ?? plan_id
  return renewable && following !== 'free' ? following : null
}

/** The current plan, and a way to change it. */
export function SubscriptionCard() {
  const subscription = useResource('subscription', { organizationId: useOrganizationId() })
  const plans = useResource('plans', {})
  const list = useResourceData(plans) ?? []
  const owns = useSelector(useWorkspace().organizations, canOwn)
  const current = useResourceData(subscription)
  const payable = current && payablePlan(current)
  return (
    <Section title={t('Plan')} action={owns && current && <Way subscription={current} />}>
      <ResourceView resource={plans} skeleton={<SkeletonLine width="60%" />}>
        {() => (
          <ResourceView resource={subscription} skeleton={<SkeletonLine width="60%" />}>
            {(data) => (
              <Flex direction="column" gap="1" color="ink.2" css={{ '& b': { color: 'ink' } }}>
                <StandingLine plans={list} subscription={data} />
                {owns && payable && !isPastDue(data) && (
                  <Text>
                    {t('You can pay for the next period of {plan} now.', { plan: planName(list, payable) })}
                  </Text>
                )}
                <Seats subscription={data} plan={list.find(({ id }) => id === data.plan_id)} />
                <RenewalNote subscription={data} plans={list} />
                {!owns && <Text>{ONLY_OWNERS}</Text>}
              </Flex>
            )}
          </ResourceView>
        )}
      </ResourceView>
    </Section>
  )
}

/** The plan's seats, the additional ones, and a way to buy more; empty if none are sold. */
function Seats({ subscription, plan }: { subscription: Subscription; plan: Plan | undefined }) {
  const { status, seats, interval } = subscription
  const owns = useSelector(useWorkspace().organizations, canOwn)
  if (status !== 'paid' || seats === undefined || !plan?.seats_max) return null
  const price = formatDollars(seatPrice(plan, interval ?? 'month'))
  return (
    <Flex columnGap="3" rowGap="2" align="center" wrap="wrap" mt="2">
      <Text>
        {t(
          '{members, plural, one {# member is} other {# members are}} included. {seats, plural, =0 {An additional seat costs {price} a {interval, select, year {year} other {month}}.} one {There is # additional seat, for {price} a {interval, select, year {year} other {month}}.} other {There are # additional seats, for {price} each a {interval, select, year {year} other {month}}.}}',
          { members: plan.members ?? 0, seats, price, interval },
        )}
      </Text>
      {owns && !isPastDue(subscription) && (
        <ButtonLink to={`/pricing?plan=${encodeURIComponent(plan.id)}`} size="sm">
          {seats > 0 ? t('Change seats') : t('Add seats')}
        </ButtonLink>
      )}
    </Flex>
  )
}

function Way({ subscription }: { subscription: Subscription }) {
  const payable = payablePlan(subscription)
  return payable ? (
    <ButtonLink to={`/pricing?plan=${encodeURIComponent(payable)}`} variant="primary">
      {isPastDue(subscription) ? t('Pay now') : t('Pay for the next period')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/pricing">{t('Change plan')}</ButtonLink>
  )
}
