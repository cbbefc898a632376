import { t } from '../../../texts/t.ts'
import { ProfilePanel } from '../../accounts/profile/profile-panel.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'

/** S2.14, S2.16: the first tab. */
export const ProfileSettingsScreen = () => (
  <SettingsPage title={t('Profile')} lead={t('Your name and photo, as teammates see them.')}>
    <ProfilePanel />
  </SettingsPage>
)
