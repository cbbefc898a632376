import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { SettingsPage } from '../../shell/settings/settings-page.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { ApiKeys } from './api-keys.tsx'
import { PasswordSection } from './password-section.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** S2.14: how the account is kept safe. */
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
