import { Flex, Text } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canOwn } from '../../machines/organizations/organizations/organizations.selectors.ts'
import type { Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { ButtonLink } from '../parts/link.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { Section } from '../parts/section.tsx'
import { SkeletonLine } from '../parts/states.tsx'
import { useOrganizationId, useResource, useResourceData, useWorkspace } from '../workspace.ts'
import { RenewalNote } from './renewal-note.tsx'
import { ONLY_OWNERS, StandingLine } from './standing-line.tsx'

/** The current plan, and the way to another. */
export function SubscriptionCard() {
  const subscription = useResource('subscription', { organizationId: useOrganizationId() })
  const plans = useResource('plans', {})
  const list = useResourceData(plans) ?? []
  const owns = useSelector(useWorkspace().organizations, canOwn)
  const current = useResourceData(subscription)
  return (
    <Section title={t('Plan')} action={owns && current && <Way subscription={current} />}>
      <ResourceView resource={plans} skeleton={<SkeletonLine width="60%" />}>
        {() => (
          <ResourceView resource={subscription} skeleton={<SkeletonLine width="60%" />}>
            {(data) => (
              <Flex direction="column" gap="1" color="ink.2" css={{ '& b': { color: 'ink' } }}>
                <StandingLine plans={list} subscription={data} />
                {owns && data.renewable && data.renewal?.state !== 'past_due' && (
                  <Text>{t('You can pay for the next period now: choose the same plan again.')}</Text>
                )}
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

function Way({ subscription: { renewable, plan_id, next, renewal } }: { subscription: Subscription }) {
  const following = next?.plan_id ?? plan_id
  return renewable && following !== 'free' ? (
    <ButtonLink to={`/pricing?plan=${encodeURIComponent(following)}`} variant="primary">
      {renewal?.state === 'past_due' ? t('Pay now') : t('Pay for the next period')}
    </ButtonLink>
  ) : (
    <ButtonLink to="/pricing">{t('Change plan')}</ButtonLink>
  )
}
