import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canOwn } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import { t } from '../../../texts/t.ts'
import { Notice } from '../../parts/notice.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useWorkspace } from '../../workspace.ts'
import { ProvisioningSection } from '../provisioning/provisioning-section.tsx'
import { NeedsVerified, useIsUnverified } from '../verification/needs-verified.tsx'
import { DomainsSection } from './domains-section.tsx'
import { EnforcementSection } from './enforcement-section.tsx'
import { ProviderSection } from './provider-section.tsx'

/** An organization's own sign-in provider, for owners and admins. */
export function SingleSignOnScreen() {
  return (
    <ManagersPage
      title={t('Single sign-on')}
      lead={t('Let members log in with their work accounts through OpenID Connect.')}
      refusal={t('Only owners and admins can see single sign-on.')}
    >
      {(id) => <SingleSignOnSections organizationId={id} />}
    </ManagersPage>
  )
}

/**
 * An organization's provider, its email domains, whether members must use it, and what it manages. Owners change it.
 */
function SingleSignOnSections({ organizationId }: { organizationId: string }) {
  const { organizations } = useWorkspace()
  const owns = useSelector(organizations, canOwn)
  const isUnverified = useIsUnverified()
  const mayChange = owns && !isUnverified
  return (
    <ResourceView resource={useResource('singleSignOn', { organizationId })} skeleton={<SkeletonFields />}>
      {(settings) => (
        <Stack gap="8">
          {!owns && (
            <Notice tone="caution">
              {t('Only owners can change this, because the provider decides who can log in.')}
            </Notice>
          )}
          {owns && <NeedsVerified to={t('set up single sign-on')} />}
          <ProviderSection {...{ organizationId, settings, mayChange }} />
          <DomainsSection {...{ organizationId, mayChange }} domains={settings.domains} />
          <EnforcementSection {...{ organizationId, settings, mayChange }} />
          <ProvisioningSection {...{ organizationId, mayChange }} />
        </Stack>
      )}
    </ResourceView>
  )
}
