import { t } from '../../../texts/t.ts'
import { SettingsPage } from '../../settings/settings-page.tsx'
import { ProfilePanel } from '../profile/profile-panel.tsx'

/** S2.14, S2.16: the first tab. */
export const ProfileSettingsScreen = () => (
  <SettingsPage title={t('Profile')} lead={t('Your name and photo, as teammates see them.')}>
    <ProfilePanel />
  </SettingsPage>
)
