import { Stack } from '@chakra-ui/react'
import { t } from '../../../texts/t.ts'
import { Page } from '../../parts/page.tsx'
import { AccountDeletion } from './account-deletion.tsx'
import { ApiKeys } from './api-keys.tsx'
import { PasswordSection } from './password-section.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

/** S2.14: how the account is kept safe. */
export const SecurityScreen = () => (
  <Page title={t('Security')} lead={t('Who can get into your account, and how.')}>
    <Stack gap="8" maxWidth="column">
      <PasswordSection />
      <TwoFactorSection />
      <Sessions />
      <ApiKeys />
      <SignIns />
      <AccountDeletion />
    </Stack>
  </Page>
)
