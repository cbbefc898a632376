import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useWorkspace } from '../../workspace.ts'
import { ProvidersSection } from './providers-section.tsx'

/** An organization's own language models, for owners and admins. */
export function ModelsScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  return (
    <SettingsPage
      title={t('Models')}
      lead={t('Language models with your own keys. Choose one for each assistant in its settings.')}
    >
      {organization && manages && <ProvidersSection key={organization.id} organizationId={organization.id} />}
      {organization && !manages && (
        <Notice tone="caution">{t('Only owners and admins can manage models.')}</Notice>
      )}
    </SettingsPage>
  )
}
