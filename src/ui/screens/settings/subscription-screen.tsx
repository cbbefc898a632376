import { t } from '../../../texts/t.ts'
import { SettingsPage } from '../../settings/settings-page.tsx'
import { SubscriptionTab } from './subscription-tab.tsx'

/** S2.16: the third tab. */
export const SubscriptionScreen = () => (
  <SettingsPage title={t('Subscription')} lead={t('Your plan and usage.')}>
    <SubscriptionTab />
  </SettingsPage>
)
