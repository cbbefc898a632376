import { useSelector } from '@xstate/react'
import {
  canManage,
  selectCurrentOrganization,
} from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useWorkspace } from '../../workspace.ts'
import { ChannelsSection } from './channels-section.tsx'

/** Where assistants answer besides the app, for owners and admins. */
export function ChannelsScreen() {
  const { organizations } = useWorkspace()
  const organization = useSelector(organizations, selectCurrentOrganization)
  const manages = useSelector(organizations, canManage)
  return (
    <SettingsPage title={t('Channels')} lead={t('Let assistants answer where people already write.')}>
      {organization && manages && <ChannelsSection key={organization.id} organizationId={organization.id} />}
      {organization && !manages && (
        <Notice tone="caution">{t('Only owners and admins can manage channels.')}</Notice>
      )}
    </SettingsPage>
  )
}
