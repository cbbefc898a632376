import type { SingleSignOn } from '../../../services/contract/single-sign-on.ts'
import { t } from '../../../texts/t.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Section } from '../../parts/section.tsx'
import { useProvided } from '../../provided.ts'
import { useViewActor } from '../../view-actor.ts'

interface EnforcementSectionProps {
  organizationId: string
  settings: SingleSignOn
  mayChange: boolean
}

/** Whether addresses of the verified domains can log in any other way. */
export function EnforcementSection({ organizationId, settings, mayChange }: EnforcementSectionProps) {
  const enforcing = useViewActor(useProvided('enforce'))
  const stopping = useViewActor(useProvided('stopEnforcing'))
  const { provider, domains } = settings
  if (provider === null || domains.every(({ verified_at }) => verified_at === null)) return null
  const { enforced } = provider
  const ask = (actor: typeof enforcing) =>
    actor.send({
      type: 'confirmation.asked',
      subject: { organizationId, id: organizationId, name: provider.issuer },
    })
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
          <Button onClick={() => ask(enforced ? stopping : enforcing)}>
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
