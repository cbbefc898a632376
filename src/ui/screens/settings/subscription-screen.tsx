import { Page } from '../../parts/page.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

export function SubscriptionScreen() {
  return (
    <Page title="Subscription">
      <SubscriptionTab />
    </Page>
  )
}
