import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useWorkspace } from '../../workspace.ts'
import { WebhooksSection } from './webhooks-section.tsx'

/** Where an organization's events are sent, for owners and admins. */
export function WebhooksScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  return (
    <SettingsPage
      title={t('Webhooks')}
      lead={t('Notify your systems when someone asks a question or a document changes.')}
    >
      {organization && manages && <WebhooksSection key={organization.id} organizationId={organization.id} />}
      {organization && !manages && (
        <Notice tone="caution">{t('Only owners and admins can manage webhooks.')}</Notice>
      )}
    </SettingsPage>
  )
}
