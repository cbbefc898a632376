import { Stack } from '@chakra-ui/react'
import type { SignIn } from '../../../services/contract/security.ts'
import { deviceOf } from '../../../texts/localized-parts.ts'
import { t } from '../../../texts/t.ts'
import { KeySection } from '../../developers/api-keys/key-section.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Guide } from '../../parts/guide.tsx'
import { ResourceView } from '../../parts/resource-view.tsx'
import { Rich } from '../../parts/rich.tsx'
import { Row, Rows } from '../../parts/row.tsx'
import { Section } from '../../parts/section.tsx'
import { SkeletonRows } from '../../parts/skeletons.tsx'
import { Badge } from '../../parts/status-badge.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { PasswordSection } from './password-section.tsx'
import { Sessions } from './sessions.tsx'
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
