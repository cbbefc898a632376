import { t } from '../../../texts/t.ts'
import { SettingsLayout } from './settings-layout.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

/** S2.16: the third tab. */
export const SubscriptionScreen = () => (
  <SettingsLayout lead={t('Your plan, and how much of it is used.')}>
    <SubscriptionTab />
  </SettingsLayout>
)
