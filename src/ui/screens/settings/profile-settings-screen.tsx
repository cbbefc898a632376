import { ProfilePanel } from '../profile/profile-panel.tsx'
import { SettingsLayout } from './settings-layout.tsx'

/** S2.16: the first tab. */
export const ProfileSettingsScreen = () => (
  <SettingsLayout lead="Who you are, for the people beside you.">
    <ProfilePanel />
  </SettingsLayout>
)
