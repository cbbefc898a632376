import { Stack } from '@chakra-ui/react'
import type { SignIn } from '../../../services/contract/security.ts'
import { deviceOf } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { KeySection } from '../../developers/api-keys/key-section.tsx'
import { Button } from '../../parts/button.tsx'
import { useFormatDay } from '../../parts/clock.ts'
import { ask, ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Guide } from '../../parts/guide.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { useProvidedActor } from '../../provided.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useResource, useResourceData } from '../../workspace.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { PasswordSection } from './password-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const outcomes: Readonly<Record<SignIn['outcome'], string>> = {
  signed_in: t('Logged in'),
  wrong_password: t('Wrong password'),
  wrong_code: t('Wrong code'),
}

/** Recent attempts to sign in. */
function SignIns() {
  const signIns = useResource('signIns', {})
  return (
    <Section
      title={t('Recent log-ins')}
      lead={t('The last 20. If you do not recognize one, change your password and log out all others.')}
    >
      <ResourceView resource={signIns} skeleton={<SkeletonRows count={2} />}>
        {(list) => (
          <Rows label={t('Recent log-ins')}>
            {list.map(({ id, outcome, address, created_at, ...sent }) => (
              <Row
                key={id}
                title={deviceOf(sent)}
                aside={
                  <Badge tone={outcome === 'signed_in' ? 'quiet' : 'caution'}>{outcomes[outcome]}</Badge>
                }
              >
                {formatMoment(created_at)} · {address}
              </Row>
            ))}
          </Rows>
        )}
      </ResourceView>
    </Section>
  )
}

/** S2.14: the account's security. */
export const SecurityScreen = () => (
  <SettingsPage title={t('Security')} lead={t('Password, two-factor log-in, devices and API keys.')}>
    <Stack gap="8">
      <PasswordSection />
      <TwoFactorSection />
      <Sessions />
      <ApiKeys />
      <SignIns />
      <AccountDeletion />
    </Stack>
  </SettingsPage>
)

/** Keys for programs that act on the person's behalf. */
export const ApiKeys = () => (
  <KeySection
    keys={useResource('apiKeys', {})}
    organizationId=""
    title={t('API keys')}
    lead={
      <Rich
        text={t(
          'For programs that act in your name. Send a key as <0>Authorization: Bearer lk_…</0>. See <1>the guide to the API</1>.',
        )}
        parts={[<code />, <Guide to="api" />]}
      />
    }
  />
)

/** The sessions of the account. */
export function Sessions() {
  const formatDay = useFormatDay()
  const sessions = useResource('sessions', {})
  const ending = useProvidedActor('endSession')
  const endingOthers = useProvidedActor('endOtherSessions')
  const others = (useResourceData(sessions) ?? []).filter(({ current }) => !current)
  return (
    <Section
      title={t('Devices')}
      lead={t('Devices that are logged in to your account.')}
      action={
        others.length > 0 && (
          <Button onClick={() => ask(endingOthers, { id: 'others', name: t('all other devices') })}>
            {t('Log out all others')}
          </Button>
        )
      }
    >
      <ResourceView resource={sessions} skeleton={<SkeletonRows count={2} />}>
        {(list) => (
          <Rows label={t('Devices')}>
            {list
              .map((session) => ({ ...session, device: deviceOf(session) }))
              .map(({ id, device, address, last_seen_at, current }) => (
                <Row
                  key={id}
                  title={device}
                  badge={current && <Badge tone="good">{t('This device')}</Badge>}
                  aside={
                    !current && (
                      <Button
                        size="sm"
                        aria-label={t('Log out {device}', { device })}
                        onClick={() => ask(ending, { id, name: device })}
                      >
                        {t('Log out')}
                      </Button>
                    )
                  }
                >
                  {formatDay(last_seen_at)} · {address}
                </Row>
              ))}
          </Rows>
        )}
      </ResourceView>
      {[ending, endingOthers].map((actor) => (
        <ConfirmDialog
          key={actor.id}
          actor={actor}
          title={(name) => t('Log out {name}?', { name })}
          confirm={t('Log out')}
          busy={t('Logging out…')}
        >
          {t('That device will have to log in again. Unsaved changes there are lost.')}
        </ConfirmDialog>
      ))}
    </Section>
  )
}
