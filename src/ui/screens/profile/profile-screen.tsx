import { Page } from '../../parts/page.tsx'
import { ProfilePanel } from './profile-panel.tsx'

/** S2.14 */
export const ProfileScreen = () => (
  <Page title="Profile" lead="Your name and photo, as colleagues see them.">
    <ProfilePanel />
  </Page>
)
