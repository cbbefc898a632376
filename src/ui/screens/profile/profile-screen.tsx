import { Page } from '../../parts/page.tsx'
import { ProfilePanel } from './profile-panel.tsx'

/** S2.14 */
export const ProfileScreen = () => (
  <Page title="Profile" lead="Who you are, for the people beside you.">
    <ProfilePanel />
  </Page>
)
