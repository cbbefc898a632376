import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { KeySection } from '../../developers/api-keys/key-section.tsx'
import { Anchor } from '../../parts/link.tsx'
import { Rich } from '../../parts/rich.tsx'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { useResource } from '../../workspace.ts'
import { AccountDeletion } from './account-deletion.tsx'
import { PasswordSection } from './password-section.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

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
          'For programs that act in your name. Send a key as <0>Authorization: Bearer lk_…</0>. See <1>the API reference</1>.',
        )}
        parts={[<code />, <Anchor href="/docs" />]}
      />
    }
  />
)
