import { Stack } from '@chakra-ui/react'
import { useSelector } from '@xstate/react'
import { canOwn } from '../../../machines/organizations/organizations/organizations.selectors.ts'
import type { SingleSignOn } from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Notice } from '../../parts/notice.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonFields } from '../../parts/skeletons.tsx'
import { useProvidedActor } from '../../provided.ts'
import { ManagersPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useWorkspace } from '../../workspace.ts'
import { ProvisioningSection } from '../provisioning/provisioning-section.tsx'
import { NeedsVerified, useIsUnverified } from '../verification/needs-verified.tsx'
import { DomainsSection } from './domains-section.tsx'
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

interface EnforcementSectionProps {
  organizationId: string
  settings: SingleSignOn
  mayChange: boolean
}

/** Whether addresses of the verified domains can log in any other way. */
function EnforcementSection({ organizationId, settings, mayChange }: EnforcementSectionProps) {
  const enforcing = useProvidedActor('enforce')
  const stopping = useProvidedActor('stopEnforcing')
  const { provider, domains } = settings
  if (provider === null || domains.every(({ verified_at }) => verified_at === null)) return null
  const { enforced } = provider
  const subject = { organizationId, id: organizationId, name: provider.issuer }
  return (
    <Section
      title={t('Log-in policy')}
      lead={
        enforced
          ? t(
              'People with addresses of the verified domains must log in with the provider. Owners keep their passwords.',
            )
          : t('People with addresses of the verified domains can log in with the provider or a password.')
      }
      action={
        mayChange && (
          <Button onClick={() => ask(enforced ? stopping : enforcing, subject)}>
            {enforced ? t('Allow passwords') : t('Require the provider')}
          </Button>
        )
      }
    >
      <ConfirmDialog
        actor={enforcing}
        title={() => t('Require the provider?')}
        confirm={t('Require the provider')}
        busy={t('Saving…')}
      >
        {t(
          'People with addresses of a verified domain who used a password are logged out and must log in with the provider. Owners keep their passwords in case the provider fails. API keys of members keep working: delete the ones you do not want.',
        )}
      </ConfirmDialog>
      <ConfirmDialog
        actor={stopping}
        title={() => t('Allow passwords again?')}
        confirm={t('Allow passwords')}
        busy={t('Saving…')}
      >
        {t('Members can then log in with a password, even after their provider account ends.')}
      </ConfirmDialog>
    </Section>
  )
}
