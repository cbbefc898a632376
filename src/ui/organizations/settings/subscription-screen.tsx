import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Meters } from '../../billing/meters.tsx'
import { SubscriptionCard } from '../../billing/subscription-card.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useOrganizationId, useResource } from '../../workspace.ts'

/** S2.16, the third tab: the plan, its limits, and how much of them this organization uses. */
export function SubscriptionScreen() {
  const usage = useResource('usage', { organizationId: useOrganizationId() })
  return (
    <SettingsPage title={t('Subscription')} lead={t('Your organization’s plan and usage.')}>
      <Stack gap="9">
        <SubscriptionCard />
        <Section title={t('Usage')}>
          <ResourceView resource={usage} skeleton={<SkeletonRows />}>
            {(data) => <Meters usage={data} />}
          </ResourceView>
        </Section>
      </Stack>
    </SettingsPage>
  )
}
