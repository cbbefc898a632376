import { Flex, Text } from '@chakra-ui/react'
import type { Subscription } from '../../services/contract/billing.ts'
import { t } from '../../texts/t.ts'
import { ButtonLink } from '../parts/link.tsx'
import { ResourceView } from '../parts/resource-view.tsx'
import { Section } from '../parts/section.tsx'
import { SkeletonLine } from '../parts/states.tsx'
import { useResource, useResourceData } from '../workspace.ts'
import { RenewalNote } from './renewal-note.tsx'
import { StandingLine } from './standing-line.tsx'

/** The current plan, and the way to another. */
export function SubscriptionCard() {
  const subscription = useResource('subscription', {})
  const plans = useResource('plans', {})
  const list = useResourceData(plans) ?? []
  const current = useResourceData(subscription)
  return (
    <Section title={t('Your plan')} action={current && <Way subscription={current} />}>
      <ResourceView resource={plans} skeleton={<SkeletonLine width="60%" />}>
        {() => (
          <ResourceView resource={subscription} skeleton={<SkeletonLine width="60%" />}>
            {(data) => (
              <Flex direction="column" gap="1" color="ink.2" css={{ '& b': { color: 'ink' } }}>
                <StandingLine plans={list} subscription={data} />
                {data.renewable && data.renewal?.state !== 'past_due' && (
                  <Text>{t('You can pay for the next period now: choose the same plan again.')}</Text>
                )}
                <RenewalNote subscription={data} plans={list} />
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
