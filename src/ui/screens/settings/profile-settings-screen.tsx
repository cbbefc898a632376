import { t } from '../../../texts/t.ts'
import { ProfilePanel } from '../profile/profile-panel.tsx'
import { SettingsLayout } from './settings-layout.tsx'

/** S2.16: the first tab. */
export const ProfileSettingsScreen = () => (
  <SettingsLayout lead={t('Your name and photo, as colleagues see them.')}>
    <ProfilePanel />
  </SettingsLayout>
)
