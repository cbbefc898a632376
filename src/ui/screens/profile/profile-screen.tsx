import { t } from '../../../texts/t.ts'
import { Page } from '../../parts/page.tsx'
import { ProfilePanel } from './profile-panel.tsx'

/** S2.14 */
export const ProfileScreen = () => (
  <Page title={t('Profile')} lead={t('Your name and photo, as colleagues see them.')}>
    <ProfilePanel />
  </Page>
)
