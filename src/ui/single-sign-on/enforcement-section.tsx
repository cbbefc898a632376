import type { SingleSignOn } from '../../services/contract/single-sign-on.ts'
import { t } from '../../texts/t.ts'
import { Button } from '../parts/button.tsx'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { Section } from '../parts/section.tsx'
import { useViewActor } from '../view-actor.ts'
import { useSingleSignOnMachines } from './machines.ts'

interface EnforcementSectionProps {
  organizationId: string
  settings: SingleSignOn
  mayChange: boolean
}

/** Whether addresses of the verified domains may log in otherwise. */
export function EnforcementSection({ organizationId, settings, mayChange }: EnforcementSectionProps) {
  const machines = useSingleSignOnMachines()
  const enforcing = useViewActor(machines.enforce)
  const stopping = useViewActor(machines.stopEnforcing)
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
      title={t('Required log-in')}
      lead={
        enforced
          ? t('Addresses of the verified domains log in by the provider alone. Owners keep their passwords.')
          : t('Addresses of the verified domains may log in by the provider, or with a password.')
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
          'Whoever has an address of a verified domain and logged in with a password is logged out now, and logs in by the provider from then on. Owners keep their passwords, so that there is a way in when the provider fails.',
        )}
      </ConfirmDialog>
      <ConfirmDialog
        actor={stopping}
        title={() => t('Allow passwords again?')}
        confirm={t('Allow passwords')}
        busy={t('Saving…')}
      >
        {t('Members whose provider account ends can then log in with a password, if they have one.')}
      </ConfirmDialog>
    </Section>
  )
}
