import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useWorkspace } from '../../workspace.ts'
import { SingleSignOnSections } from './single-sign-on-sections.tsx'

/** How members of an organization sign in by its own provider, for those who look after it. */
export function SingleSignOnScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  return (
    <SettingsPage
      title={t('Single sign-on')}
      lead={t('Let members log in with their work accounts through OpenID Connect.')}
    >
      {organization && manages && (
        <SingleSignOnSections key={organization.id} organizationId={organization.id} />
      )}
      {organization && !manages && (
        <Notice tone="caution">{t('Only owners and admins can see single sign-on.')}</Notice>
      )}
    </SettingsPage>
  )
}
